import { automationRouter } from './automation/router';
import { bookingRouter } from './booking/router';
import { clientsRouter } from './clients/router';
import { dataRouter } from './data/router';
import { dispatchRouter } from './dispatch/router';
import { fieldRouter } from './field/router';
import { inventoryRouter } from './inventory/router';
import { invoicesRouter } from './invoices/router';
import { liveRouter } from './live';
import { mailRouter } from './mail/router';
import { mapRouter } from './map/router';
import { overviewRouter } from './overview/router';
import { quotesRouter } from './quotes/router';
import { adminsRouter, sessionRouter } from './session/router';
import { settingsRouter } from './settings/router';
import { storeRouter } from './store/router';
import { teamRouter } from './team/router';
import { createCallerFactory, router } from './trpc';

/** Every procedure there is, by domain. */
export const appRouter = router({
  admins: adminsRouter,
  automation: automationRouter,
  booking: bookingRouter,
  clients: clientsRouter,
  data: dataRouter,
  dispatch: dispatchRouter,
  field: fieldRouter,
  inventory: inventoryRouter,
  invoices: invoicesRouter,
  live: liveRouter,
  mail: mailRouter,
  map: mapRouter,
  overview: overviewRouter,
  quotes: quotesRouter,
  session: sessionRouter,
  settings: settingsRouter,
  store: storeRouter,
  team: teamRouter,
});
export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
