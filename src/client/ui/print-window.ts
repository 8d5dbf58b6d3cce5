import { POPUP_BLOCKED } from '../../shared/printing';
import { showToast } from './toast/toast-store';

/** Opens a document that prints itself. Returns false and shows a toast if the browser blocks the window, as it does outside a click. */
export function openToPrint(path: string): boolean {
  const address = `${path}${path.includes('?') ? '&' : '?'}print=1`;
  if (window.open(address, '_blank', 'width=900,height=1100')) return true;
  showToast({ title: 'Popup Blocked', description: POPUP_BLOCKED, kind: 'destructive' });
  return false;
}
