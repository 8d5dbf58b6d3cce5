/** What tells that somebody is there and may do something next. */
const SIGNS = 'pointermove pointerdown touchstart wheel scroll click keydown focusin input change offline'.split(' ');
/** How long the scripts wait for such a sign once the page has loaded, and for the browser to say that it has painted, in ms. */
const PATIENCE_MS = 6000;
/** How long the browser's offer to install waits to be shown, in ms: it comes with the page's first drawing. */
const OFFER_MS = 3000;
/** What is noted to be done again. */
const NOTED = ['click', 'change'];
/** What a finger and a mouse do on their way, for which React would take over a whole page in one long piece. */
const HELD_BACK = 'pointerdown pointerup pointercancel touchstart touchend touchcancel mousedown mouseup'.split(' ');

const AT_ONCE = `soon();setTimeout(go,${PATIENCE_MS})`;
/** At once where there is no network, or the visitor has something here already: a cart, a draft, an address of their own making. */
const WHEN_NEEDED = `let isKnown=!navigator.onLine||location.search+location.hash;try{isKnown||=localStorage.length||sessionStorage.length}catch{}
if(isKnown){${AT_ONCE}}else{
paint.then(()=>files.map(f=>fetch(f,{priority:"low"}).then(r=>r.blob()).catch(()=>0)));
addEventListener("beforeinstallprompt",()=>setTimeout(go,${OFFER_MS}));
addEventListener("load",()=>setTimeout(go,${PATIENCE_MS}))}`;

/** A sign also has another try where a script did not come. What is held back is heard by nobody else until the page is taken over. */
const LISTEN = `let own=new AbortController,hear=(types,to)=>types.map(t=>addEventListener(t,to,{capture:true,passive:true,signal:own.signal}));
hear(${JSON.stringify(SIGNS)},soon);
globalThis.early={done:[],end(){own.abort();delete globalThis.early}};
hear(${JSON.stringify(NOTED)},event=>early.done.push({event,value:event.target.value}));
hear(${JSON.stringify(HELD_BACK)},event=>event.stopImmediatePropagation())`;

/** What a page is without its scripts: a frame with nothing in it, drawn but for what they fetch, or whole. */
type Drawn = 'frame' | 'partly' | 'whole';

/**
 * A page's first script, which starts the others, each by itself so that none makes the next one's visitor wait: when the browser
 * says that it has painted (guide/performance.md), and on a page that is `whole` without them not before somebody is about to do
 * something, so that a slow phone has nothing to do but to follow its reader's finger. zod is told not to build code from text,
 * which the policy forbids; the browser's offer to install, made once, waits for the scripts, and so does what was pressed and chosen.
 */
export const bootScript = (files: readonly string[], drawn: Drawn): string => `<script>{
let files=${JSON.stringify(files)},isUnderWay,go=()=>{if(!isUnderWay)isUnderWay=files.map((f,i)=>setTimeout(()=>import(f).catch(()=>{isUnderWay=0}),i))},
paint=new Promise(say=>{try{new PerformanceObserver((_,o)=>{o.disconnect();setTimeout(say)}).observe({type:"paint",buffered:true})}catch{say()}}),soon=()=>paint.then(go);
globalThis.__zod_globalConfig={jitless:true};
addEventListener("beforeinstallprompt",e=>{e.preventDefault();globalThis.installOffer=e});
${drawn === 'whole' ? WHEN_NEEDED : AT_ONCE}
${drawn === 'frame' ? '' : LISTEN}
}</script>`;
