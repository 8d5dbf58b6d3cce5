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

/** Loads what a page of the client shows, named by its address below /my. Throws a redirect to /my for a page that needs a session. */
export async function loadPortal(calls: Calls, address: string) {
  const [view = '', token = ''] = address.split('/');
  const account = await calls.portal.account.query().catch(nullWhenSignedOut);
  if (view === 'open') return { view, token, signedInAs: account?.name ?? null } as const;
  if (view === 'choose') {
    const signedOut = await loadSignedOut(calls);
    if (signedOut.view === 'choose') return signedOut;
    throw redirect({ href: '/my' });
  }
  if (view !== '') throw notFound();
  return account ? ({ view: 'home', account } as const) : loadSignedOut(calls);
}

export type PortalData = Awaited<ReturnType<typeof loadPortal>>;
