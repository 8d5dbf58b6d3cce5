/** Time from loading a document to opening the print dialog, in ms. */
export const PRINT_DELAY_MS = 1000;
/** The message if the browser blocks the window of a document. */
export const POPUP_BLOCKED = 'Please allow popups to generate PDF reports.';
