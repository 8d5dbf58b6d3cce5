import { tryStorage } from './browser-store';
import { getMilliseconds } from './milliseconds';

const KEY = 'reloaded-at';

type TextField = HTMLInputElement | HTMLTextAreaElement;
const isTextField = (field: unknown): field is TextField =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'checkbox' && field.type !== 'radio');

/**
 * Listens for a file that cannot be loaded, since a deploy removes the old ones. The page reloads once, unless it has typed text that would
 * be lost, the server is unreachable or the browser cannot store when it reloaded.
 */
export function reloadAfterDeploy(): void {
  const edited = new WeakSet<TextField>();
  // React keeps the value and the default value of its fields equal, so text typed into them is recognized by its events.
  window.addEventListener('input', ({ target }) => isTextField(target) && edited.add(target), true);
  const isTypedInto = (field: TextField) => field.value !== field.defaultValue || (edited.has(field) && field.value !== '');

  window.addEventListener('vite:preloadError', () => {
    const last = tryStorage(() => Number(sessionStorage.getItem(KEY) ?? 0)) ?? 0;
    const isInUse = [...document.querySelectorAll('input, textarea')].some((field) => isTextField(field) && isTypedInto(field));
    if (getMilliseconds() - last < 10_000 || isInUse) return;
    const reload = ({ ok }: Response) => {
      if (!ok) return;
      const isStored = tryStorage(() => {
        sessionStorage.setItem(KEY, String(getMilliseconds()));
        return true;
      });
      if (isStored) window.location.reload();
    };
    void fetch('/api/health').then(reload, () => undefined);
  });
}
