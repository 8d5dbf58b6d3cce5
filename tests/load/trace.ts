import type { Browser, Page } from '@playwright/test';

/** An event of Chromium's trace: its times are in microseconds, `tdur` counts the processor's time of its thread. */
export type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

/** Records what the browser does during the work, in the order of time. */
export async function recordTrace(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'loading', 'blink.user_timing'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return traceEvents.sort((one, other) => one.ts - other.ts);
}

/** Returns true for a whole task of the thread that wrote `mark`. */
export const isTaskOf = (mark: TraceEvent, { name, ph, pid, tid }: TraceEvent): boolean =>
  name.endsWith('RunTask') && ph === 'X' && pid === mark.pid && tid === mark.tid;
