import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** A call in a form that can be sent to a thread. */
export type Call = { method: string; path: string; headers: Record<string, string>; body: string };
export type Answer = { status: number; headers: [string, string][]; body: string };
/** Sends all calls at once. Returns the answers in their order. */
export type Send = (calls: Call[]) => Promise<Response[]>;

/** Sends each call over its own connection, and gives up after 20 seconds. */
export const overHttp =
  (origin: string): Send =>
  (calls) =>
    Promise.all(calls.map(({ path, ...request }) => fetch(`${origin}${path}`, { ...request, signal: AbortSignal.timeout(20_000) })));

const SCRIPT = pathToFileURL(path.resolve(import.meta.dirname, 'second-office.ts'));
/** Node finds no named exports in the package's main file. A bundler takes this one, too. */
const RRULE = import.meta.resolve('rrule').replace('/es5/rrule.js', '/esm/index.js');
const RESOLVE = `export const resolve = (name, context, next) => next(name === 'rrule' ? ${JSON.stringify(RRULE)} : name, context);`;
const WITH_TYPESCRIPT = `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => {
  register();
  require('node:module').register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(RESOLVE)}`)});
  return import(${JSON.stringify(SCRIPT)});
});`;

/** Starts a thread with its own connection to a server's database, which handles the same calls. */
export async function openSecondOffice(file: string, origin: string): Promise<{ send: Send; close: () => Promise<unknown> }> {
  const thread = new Worker(WITH_TYPESCRIPT, { eval: true, workerData: { file, origin } });
  await once(thread, 'message');
  const send: Send = async (calls) => {
    thread.postMessage(calls);
    const [answers] = (await once(thread, 'message')) as [Answer[]];
    return answers.map(({ body, ...head }) => new Response(body, head));
  };
  return { send, close: () => thread.terminate() };
}

/** Distributes calls over several senders, which all start at the same moment. */
export const together =
  (...offices: Send[]): Send =>
  async (calls) => {
    const places = offices.map((_, office) => [...calls.keys()].filter((place) => place % offices.length === office));
    const dealt = await Promise.all(offices.map((send, office) => send((places[office] ?? []).flatMap((place) => calls[place] ?? []))));
    return dealt
      .flatMap((answers, office) => answers.map((answer, turn) => ({ answer, place: places[office]?.[turn] ?? -1 })))
      .sort((a, b) => a.place - b.place)
      .map(({ answer }) => answer);
  };
