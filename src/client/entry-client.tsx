import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { rememberReferral } from './features/booking/referral';
import { pause } from './pause';
import { reloadAfterDeploy } from './reload-after-deploy';
import { createAppRouter } from './router';
import { EMPTY_CONTEXT } from './router-context';
import { registerServiceWorker } from './service-worker';

/**
 * Stops the router from scrolling to the top, or to the address's hash, when hydration ends: the browser has done so on loading, and the
 * visitor may have scrolled since. Later navigations scroll as usual. Staff pages are drawn by the router, so it scrolls them to the hash.
 */
function keepScrollPosition(router: ReturnType<typeof createAppRouter>): void {
  let isHydrating = 'early' in window;
  const scrollRestoration = () => {
    const mayScroll = !isHydrating;
    isHydrating = false;
    return mayScroll;
  };
  // Set after the router is created: its constructor would take over the browser's own scroll restoration.
  router.update({ ...router.options, scrollRestoration });
}

async function takeOver(): Promise<void> {
  await pause();
  const router = createAppRouter({ ...EMPTY_CONTEXT, origin: window.location.origin });
  keepScrollPosition(router);
  await pause();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    );
  });
  registerServiceWorker();
}

reloadAfterDeploy();
rememberReferral(window.location.search);
void takeOver();
