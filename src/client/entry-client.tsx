import './styles.css';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createAppRouter } from './router';
import { registerServiceWorker } from './service-worker';

const isTypedInto = (field: Element) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;

// A deploy takes the old files away: the page that still asks for one is loaded anew, once, and not under somebody's fingers.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('reloaded-at') ?? 0);
  const isInUse = [...document.forms].some((form) => [...form.elements].some(isTypedInto));
  if (Date.now() - last < 10_000 || isInUse || !navigator.onLine) return;
  event.preventDefault();
  sessionStorage.setItem('reloaded-at', String(Date.now()));
  window.location.reload();
});

const router = createAppRouter({ origin: window.location.origin, quoteForm: undefined });
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});
registerServiceWorker();
