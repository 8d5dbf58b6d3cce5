import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { clients } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import type { portalAccount } from '../../shared/portal-schemas';
import type { Ctx } from '../context';
import { callingClient } from './calling-client';

/** Returns whose page it is. Throws UNAUTHORIZED. */
export function getAccount(ctx: Ctx): z.output<typeof portalAccount> {
  const row = ctx.db
    .select({ id: clients.id, name: clients.name, email: clients.email })
    .from(clients)
    .where(eq(clients.id, callingClient(ctx)))
    .get();
  if (!row) throw new DomainError('UNAUTHORIZED', 'Please sign in.');
  return row;
}
