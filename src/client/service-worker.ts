declare global {
  interface Window {
    trustedTypes?: {
      createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => string };
    };
  }
}

/** Asks the worker, once there is one, to keep this very page, so that it opens without a network. */
export function keepThisPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ keep: location.pathname }));
}

/** Registers /sw.js once the page has what it needs itself; a failure is only logged (public-site.md §2). */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const url = window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => '/sw.js' }).createScriptURL('') ?? '/sw.js';
  const register = () =>
    navigator.serviceWorker.register(url).catch((error: unknown) => console.info('The service worker could not be registered.', error));
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}
