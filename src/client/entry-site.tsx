import type { ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { PAGE_DATA_ID, type PageData, pageName } from '../shared/page-data';
import { rememberReferral } from './features/booking/referral';
import { pause } from './pause';
import { reloadAfterDeploy } from './reload-after-deploy';
import { registerServiceWorker } from './service-worker';
import { CompanyProvider } from './ui/public/company';
import { hydrateInTurns } from './ui/public/turns';
import { Toaster } from './ui/toast/toaster';

const pages = import.meta.glob<ComponentType<object>>('./pages/*.tsx', { import: 'Page' });

/** Takes over a public page that the server rendered. Neither the router nor the office's packages are loaded for it. */
async function takeOver(): Promise<void> {
  await pause();
  const Page = await pages[`./pages/${pageName(window.location.pathname.toLowerCase())}.tsx`]?.();
  const data = document.getElementById(PAGE_DATA_ID);
  if (!Page || !data) return;
  await pause();
  const { company, props } = JSON.parse(data.textContent) as PageData;
  const shown = (
    <CompanyProvider value={company}>
      <Page {...props} />
      <Toaster />
    </CompanyProvider>
  );
  // In development this is React, which would report that the router's markup differs, so it draws the page anew.
  if (import.meta.env.DEV) createRoot(document.body).render(shown);
  else await hydrateInTurns(() => hydrateRoot(document.body, shown));
  registerServiceWorker();
}

reloadAfterDeploy();
rememberReferral(window.location.search);
void takeOver();
