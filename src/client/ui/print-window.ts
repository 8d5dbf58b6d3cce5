import { POPUP_BLOCKED } from '../../shared/printing';
import { showToast } from './toast/toast-store';

/**
 * Opens a document in a window of its own, where it prints itself after the documented second; false where the browser blocks the
 * window, which is told. Call it in the click itself: only so may a window open.
 */
export function openToPrint(path: string): boolean {
  const address = `${path}${path.includes('?') ? '&' : '?'}print=1`;
  if (window.open(address, '_blank', 'width=900,height=1100')) return true;
  showToast({ title: 'Popup Blocked', description: POPUP_BLOCKED, kind: 'destructive' });
  return false;
}
