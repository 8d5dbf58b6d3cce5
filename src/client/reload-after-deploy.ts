import { getMilliseconds } from './milliseconds';

const isTypedInto = (field: Element) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;

/**
 * Listens for a file that cannot be loaded, since a deploy removes the old ones. The page reloads once, unless the visitor is typing or the
 * server is unreachable.
 */
export function reloadAfterDeploy(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem('reloaded-at') ?? 0);
    const isInUse = [...document.forms].some((form) => [...form.elements].some(isTypedInto));
    if (getMilliseconds() - last < 10_000 || isInUse) return;
    const reload = ({ ok }: Response) => {
      if (!ok) return;
      sessionStorage.setItem('reloaded-at', String(getMilliseconds()));
      window.location.reload();
    };
    void fetch('/api/health').then(reload, () => undefined);
  });
}
