import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { clients } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import type { PortalHome, portalAccount } from '../../shared/portal-schemas';
import type { Ctx } from '../context';
import { canBookAgain } from './book-again';
import { callingClient } from './calling-client';
import { getOwnClient } from './details';
import { countOpenQuotes, sumOwed } from './documents';
import { countUnread } from './messages';
import { findReviewLink } from './ratings';
import { findNextAndUnrated } from './visits';

/** Returns the id, name and e-mail address of the signed-in client. Throws UNAUTHORIZED. */
export function getAccount(ctx: Ctx): z.output<typeof portalAccount> {
  const row = ctx.db
    .select({ id: clients.id, name: clients.name, email: clients.email })
    .from(clients)
    .where(eq(clients.id, callingClient(ctx)))
    .get();
  if (!row) throw new DomainError('UNAUTHORIZED', 'Please sign in.');
  return row;
}

/** Returns the start of the client's page. */
export const getHome = (ctx: Ctx): PortalHome => ({
  client: getOwnClient(ctx),
  ...findNextAndUnrated(ctx),
  ...sumOwed(ctx),
  unread: countUnread(ctx),
  quotes: countOpenQuotes(ctx),
  canBookAgain: canBookAgain(ctx),
  reviewLink: findReviewLink(ctx),
});
