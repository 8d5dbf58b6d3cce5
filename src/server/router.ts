import { bookingRouter } from './booking/router';
import { dispatchRouter } from './dispatch/router';
import { inventoryRouter } from './inventory/router';
import { liveRouter } from './live';
import { mailRouter } from './mail/router';
import { quotesRouter } from './quotes/router';
import { sessionRouter } from './session/router';
import { settingsRouter } from './settings/router';
import { storeRouter } from './store/router';
import { createCallerFactory, router } from './trpc';

/** Every procedure there is, by domain. */
export const appRouter = router({
  booking: bookingRouter,
  dispatch: dispatchRouter,
  inventory: inventoryRouter,
  live: liveRouter,
  mail: mailRouter,
  quotes: quotesRouter,
  session: sessionRouter,
  settings: settingsRouter,
  store: storeRouter,
});
export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
