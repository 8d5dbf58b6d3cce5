/** Time from loading a document to opening the print dialog, in ms. */
export const PRINT_DELAY_MS = 1000;
export const POPUP_BLOCKED = 'Please allow popups to generate PDF reports.';
