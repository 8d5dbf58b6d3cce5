import { notFound, redirect } from '@tanstack/react-router';
import { getStatus } from '../../call-error';
import type { RouterContext } from '../../router-context';

type Calls = Awaited<ReturnType<RouterContext['loadCalls']>>;

/** Returns null instead of the error of a call without a client's session. */
const nullWhenSignedOut = (error: unknown): null => {
  if (getStatus(error) === 401) return null;
  throw error;
};

async function loadSignedOut(calls: Calls) {
  const { clients } = await calls.portal.choices.query();
  return clients.length > 0 ? ({ view: 'choose', clients } as const) : ({ view: 'sign-in' } as const);
}

/** Loads what each page shows beside the client's own data, by its address below /my. */
const LOADERS = {
  '': async ({ portal }: Calls) => {
    const [invoices, plans, quotes] = await Promise.all([portal.invoices.query({}), portal.plans.query(), portal.quotes.query()]);
    return { view: 'home', invoices, plans, quotes } as const;
  },
  visits: async ({ portal }: Calls) => {
    const [upcoming, past] = await Promise.all([portal.visits.query({ view: 'upcoming' }), portal.visits.query({ view: 'past' })]);
    return { view: 'visits', upcoming, past } as const;
  },
  invoices: async ({ portal }: Calls) => {
    const [invoices, receipts] = await Promise.all([portal.invoices.query({}), portal.receipts.query({})]);
    return { view: 'invoices', invoices, receipts } as const;
  },
  messages: async ({ portal }: Calls) => ({ view: 'messages', messages: await portal.messages.query({}) }) as const,
  details: async () => ({ view: 'details' }) as const,
};
type OwnData = Awaited<ReturnType<(typeof LOADERS)[keyof typeof LOADERS]>>;
export type DataOf<View extends OwnData['view']> = Extract<OwnData, { view: View }>;

/** Loads what a page of the client shows, named by its address below /my. Throws a redirect to /my for a page that needs a session. */
export async function loadPortal(calls: Calls, address: string) {
  const [view = '', token = ''] = address.split('/');
  if (view === 'open') {
    const account = await calls.portal.account.query().catch(nullWhenSignedOut);
    return { view, token, signedInAs: account?.name ?? null } as const;
  }
  if (view === 'choose') {
    const signedOut = await loadSignedOut(calls);
    if (signedOut.view === 'choose') return signedOut;
    throw redirect({ href: '/my' });
  }
  if (!Object.hasOwn(LOADERS, view)) throw notFound();
  const home = await calls.portal.home.query().catch(nullWhenSignedOut);
  if (home) return { home, ...(await LOADERS[view as keyof typeof LOADERS](calls)) };
  if (view === '') return loadSignedOut(calls);
  throw redirect({ href: '/my' });
}

export type PortalData = Awaited<ReturnType<typeof loadPortal>>;
