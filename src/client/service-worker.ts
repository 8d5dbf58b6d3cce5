declare global {
  interface Window {
    trustedTypes?: {
      createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => string };
    };
  }
}

/** Asks the service worker to cache the current page, so that it opens offline. */
export function keepThisPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ keep: location.pathname }));
}

/** Registers /sw.js once the page has loaded what it needs. A failure is only logged. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const url = window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => '/sw.js' }).createScriptURL('') ?? '/sw.js';
  const register = () =>
    navigator.serviceWorker.register(url).catch((error: unknown) => console.info('The service worker could not be registered.', error));
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}
