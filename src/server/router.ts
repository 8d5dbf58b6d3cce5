import type { AnyProcedure, AnyRouter, inferRouterOutputs } from '@trpc/server';
import { achievementsRouter } from './achievements/router';
import { reasonNotToSend } from './automation/engagement/reason-not-to-send';
import { noteCallOnly, noteContacted, noteUndrafted } from './automation/opportunities';
import { automationRouter } from './automation/router';
import { billingRouter } from './billing/router';
import { bookingRouter } from './booking/router';
import { createBookingWorkOrder } from './booking/service';
import { offerAllFreePlaces } from './calendar/waitlist';
import { clientsRouter } from './clients/router';
import { consentsRouter } from './consents/router';
import type { RequestCtx } from './context';
import { conversationsRouter } from './conversations/router';
import { dataRouter } from './data/router';
import { dispatchRouterWith } from './dispatch/router';
import { draftsRouterWith } from './drafts/router';
import { fieldRouter } from './field/router';
import { inventoryRouter } from './inventory/router';
import { endDeposit } from './invoices/agreed/cancelled-deposit';
import { askBeforeCancelling } from './invoices/billing';
import { invoicesRouterWith } from './invoices/router';
import { mailRouter } from './mail/router';
import { mapRouter } from './map/router';
import { marketRouter } from './market/router';
import { notificationsRouter } from './notifications/router';
import { offersRouter } from './offers/router';
import { overviewRouter } from './overview/router';
import { payRouter } from './pay/router';
import { releaseTransfer } from './payments/release';
import { paymentsRouter } from './payments/router';
import { plansRouterWith } from './plans/router';
import { portalRouter } from './portal/router';
import { pricingRouter } from './pricing/router';
import { quotesRouter } from './quotes/router';
import { quotingRouter } from './quoting/router';
import { ratingsRouter } from './ratings/router';
import { searchRouter } from './search/router';
import { liveRouter } from './session/live-router';
import { adminsRouter, sessionRouter } from './session/router';
import { settingsRouterWith } from './settings/router';
import { socialRouter } from './social/router';
import { storeRouter } from './store/router';
import { subscriptionsRouterWith } from './subscriptions/router';
import { teamRouter } from './team/router';
import { createCallerFactory, router } from './trpc';
import { visitsRouter } from './visits/router';

/**
 * Joins the routers of domains, each built at the first look-up of a call of its domain: the build loads the domain's files only then. A
 * list of all calls builds them all. (`lazy` of tRPC knows a call, and so its permission, only while it runs.)
 */
function joinDomains<Domains extends Record<string, AnyRouter>>(domains: { [Name in keyof Domains]: () => Domains[Name] }) {
  const joined = router({} as Domains);
  const all: Record<PropertyKey, AnyProcedure> = joined._def.procedures;
  const waiting = new Map<string, () => AnyRouter>(Object.entries(domains));
  const build = (domain = '') => {
    for (const [name, procedure] of Object.entries(waiting.get(domain)?.()._def.procedures ?? {}))
      all[`${domain}.${name}`] = procedure as AnyProcedure;
    waiting.delete(domain);
  };
  const find = (name: PropertyKey) => {
    if (!(name in all)) build(String(name).split('.')[0]);
    return Reflect.getOwnPropertyDescriptor(all, name);
  };
  joined._def.procedures = new Proxy(joined._def.procedures, {
    get: (_all, name) => all[name] ?? find(name)?.value,
    has: (_all, name) => find(name) !== undefined,
    getOwnPropertyDescriptor: (_all, name) => find(name),
    ownKeys: () => {
      for (const domain of [...waiting.keys()]) build(domain);
      // In the order of the domains, not of their first use.
      return Object.keys(domains).flatMap((domain) => Object.keys(all).filter((name) => name.startsWith(`${domain}.`)));
    },
  });
  return joined;
}

export const appRouter = joinDomains({
  achievements: () => achievementsRouter,
  admins: () => adminsRouter,
  automation: () => automationRouter,
  billing: () => billingRouter,
  booking: () => bookingRouter,
  clients: () => clientsRouter,
  consents: () => consentsRouter,
  conversations: () => conversationsRouter,
  data: () => dataRouter,
  dispatch: () => dispatchRouterWith({ askToCancel: askBeforeCancelling, endDeposit }),
  drafts: () => draftsRouterWith({ reasonNotToSend, noteContacted, noteUndrafted }),
  field: () => fieldRouter,
  inventory: () => inventoryRouter,
  invoices: () => invoicesRouterWith(releaseTransfer),
  live: () => liveRouter,
  mail: () => mailRouter,
  map: () => mapRouter,
  market: () => marketRouter,
  notifications: () => notificationsRouter,
  offers: () => offersRouter,
  overview: () => overviewRouter,
  pay: () => payRouter,
  payments: () => paymentsRouter,
  plans: () => plansRouterWith(createBookingWorkOrder),
  portal: () => portalRouter,
  pricing: () => pricingRouter,
  quotes: () => quotesRouter,
  quoting: () => quotingRouter,
  ratings: () => ratingsRouter,
  search: () => searchRouter,
  session: () => sessionRouter,
  settings: () => settingsRouterWith(offerAllFreePlaces),
  social: () => socialRouter,
  store: () => storeRouter,
  subscriptions: () => subscriptionsRouterWith(noteCallOnly),
  team: () => teamRouter,
  visits: () => visitsRouter,
});
export type AppRouter = typeof appRouter;
export type RouterOutputs = inferRouterOutputs<AppRouter>;
export const createCaller = createCallerFactory(appRouter);

/** Calls a procedure by name with input that it has yet to validate. */
export function callProcedure(ctx: RequestCtx, name: string, input: unknown): Promise<unknown> {
  const procedure = name.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], createCaller(ctx));
  return (procedure as (sent: unknown) => Promise<unknown>)(input);
}
