import { SCHEME_KEY, SYSTEM_IS_DARK } from '../../../shared/color-scheme';

/** Events that suggest that the visitor acts next. A press counts when it ends: scripts that start earlier would delay its feedback. */
const SIGNS = 'pointermove wheel scroll click keydown focusin input change offline'.split(' ');
/** Latest start of the scripts after the first paint, in ms, for a browser that is never idle. */
const LATEST_MS = 1500;
/** Latest start after this script runs, in ms, for a browser that never reports a paint: a hidden tab, an old Safari. */
const PATIENCE_MS = 3000;
/** Events to replay once the page is taken over. A selection's `input` comes before its `change`. */
const NOTED = ['click', 'input'];

const AT_ONCE = `soon();setTimeout(go,${PATIENCE_MS})`;
/**
 * Starts when the browser is idle after the first paint. Starts right after the paint if the visitor has pressed something or is offline,
 * if the address has a query or a hash, or if the browser has stored something, such as a cart or a draft.
 */
const WHEN_IDLE = `let isKnown=early.done[0]||!navigator.onLine||location.search+location.hash;try{isKnown||=localStorage.length||sessionStorage.length}catch{}
if(isKnown){${AT_ONCE}}else{
setTimeout(go,${PATIENCE_MS});
paint.then(()=>{setTimeout(go,${LATEST_MS});return Promise.all(files.map(f=>fetch(f,{priority:"low"}).then(r=>r.blob()).catch(()=>0)))})
.then(()=>(globalThis.requestIdleCallback??setTimeout)(go))}`;

/**
 * The inline script of the page's head. It stores all early presses for the scripts and marks a pressed control busy until its press is
 * replayed, also while the rest of the page is still on its way. A form without an action needs the scripts, so it is not sent before.
 */
export const LISTEN_SCRIPT = `{let own=new AbortController,hear=(types,to)=>types.map(t=>addEventListener(t,to,{capture:true,passive:true,signal:own.signal})),
busy=from=>{let control=from?.closest?.("button:not([aria-disabled=true]),select,[role=tab]");if(control){control.setAttribute("aria-busy","true");early.busy.push(control)}};
globalThis.early={done:[],busy:[],hear,end(){own.abort();delete globalThis.early}};
hear(${JSON.stringify(NOTED)},event=>{let t=event.target;early.done.push({event,value:t.value});t.closest?.("button[type=submit]")||busy(t)});
addEventListener("submit",event=>{busy(event.submitter);if(!event.target.hasAttribute("action")){event.preventDefault();early.done.push({event})}},{capture:true,signal:own.signal})}`;

/** The inline script of a staff page's head: sets the dark scheme before the first paint. The frame's own script follows later changes. */
export const SCHEME_SCRIPT = `{let s;try{s=localStorage.getItem(${JSON.stringify(SCHEME_KEY)})}catch{}
if(s==="dark"||s!=="light"&&matchMedia(${JSON.stringify(SYSTEM_IS_DARK)}).matches)document.documentElement.dataset.scheme="dark"}`;

/** The part of a page that is visible without its scripts: an empty frame, all but fetched data, or everything. */
type Drawn = 'frame' | 'partly' | 'whole';

/**
 * Returns the source of the page's inline script. It imports the other scripts, each in a task of its own so that none blocks the
 * visitor's next input: after the first paint, or when the browser is idle if the page is `whole` without them, so that they delay
 * neither the largest paint nor the first scroll. An event of `SIGNS` starts them early and retries one that failed to load. It keeps zod
 * from compiling code, which the policy forbids, and stores the browser's one-time offer to install.
 */
export const bootScript = (files: readonly string[], drawn: Drawn): string => `{
let files=${JSON.stringify(files)},isUnderWay,frame=f=>document.hidden?f():requestAnimationFrame(()=>setTimeout(f)),go=()=>{isUnderWay||=frame(()=>files.map((f,i)=>setTimeout(()=>import(f).catch(()=>{isUnderWay=0;globalThis.early?.busy.splice(0).forEach(c=>c.removeAttribute("aria-busy"))}),i)))||1},
paint=new Promise(say=>{try{new PerformanceObserver((_,o)=>{o.disconnect();setTimeout(say)}).observe({type:"paint",buffered:true})}catch{say()}}),soon=()=>paint.then(go);
globalThis.__zod_globalConfig={jitless:true};
addEventListener("beforeinstallprompt",e=>{e.preventDefault();globalThis.installOffer=e});
${drawn === 'whole' ? WHEN_IDLE : AT_ONCE}
${drawn === 'frame' ? '' : `early.hear(${JSON.stringify(SIGNS)},soon)`}
}`;
