import { dispatchRouter } from './dispatch/router';
import { liveRouter } from './live';
import { mailRouter } from './mail/router';
import { quotesRouter } from './quotes/router';
import { sessionRouter } from './session/router';
import { storeRouter } from './store/router';
import { createCallerFactory, router } from './trpc';

/** Every procedure there is, by domain. */
export const appRouter = router({
  dispatch: dispatchRouter,
  live: liveRouter,
  mail: mailRouter,
  quotes: quotesRouter,
  session: sessionRouter,
  store: storeRouter,
});
export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
