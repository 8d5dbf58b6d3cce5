/** The print dialog opens this long after a document is there, ms (back-office.md §4, public-site.md §9). */
export const PRINT_DELAY_MS = 1000;
/** What to say where the browser lets no window open (back-office.md §8, decisions X90). */
export const POPUP_BLOCKED = 'Please allow popups to generate PDF reports.';
