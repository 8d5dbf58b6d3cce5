import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { pause } from './pause';
import { reloadAfterDeploy } from './reload-after-deploy';
import { createAppRouter } from './router';
import { EMPTY_CONTEXT } from './router-context';
import { registerServiceWorker } from './service-worker';

/** Draws the office, and the error page of a public page whose data could not be loaded. */
async function takeOver(): Promise<void> {
  await pause();
  const router = createAppRouter({ ...EMPTY_CONTEXT, origin: window.location.origin }, { scrollRestoration: true });
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
void takeOver();
