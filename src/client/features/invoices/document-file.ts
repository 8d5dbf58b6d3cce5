/** The print dialog opens this long after the document is there (back-office.md §4), and is not waited for longer than that, ms. */
const PRINT_MS = 1000;
const LONGEST_MS = 15_000;
const LOOK_MS = 100;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Whether a window shows the whole document by now, or is gone. */
const isReady = (copy: Window, path: string): boolean =>
  copy.closed || (copy.location.pathname === path && copy.document.readyState === 'complete');

/** Opens a document in a window of its own and prints it there; answers false where the browser blocks the window. */
export async function printDocument(path: string): Promise<boolean> {
  // In the click itself, and with a handle on the window: only so can a blocked one be told.
  const copy = window.open(path, '_blank', 'width=900,height=1100');
  if (!copy) return false;
  for (let waited = 0; waited < LONGEST_MS && !isReady(copy, path); waited += LOOK_MS) await wait(LOOK_MS);
  await wait(PRINT_MS);
  if (!copy.closed) copy.print();
  return true;
}
