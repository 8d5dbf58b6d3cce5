import { and, asc, desc, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { clients } from '../../../db/schema';
import { phoneKey } from '../../../db/schema/checks';
import type { clientInput } from '../../shared/dispatch';
import type { pageInput } from '../../shared/text';
import { recordActivity } from '../activity';
import { publishAfterCommit } from '../live';
import { cutPage, prepared } from '../prepared';
import type { Ctx } from '../trpc';

type NewClient = z.output<typeof clientInput>;

const coordinateText = (value: number | null) => (value === null ? null : value.toFixed(8));
const toClient = (row: typeof clients.$inferSelect) => ({
  ...row,
  latitude: coordinateText(row.latitude),
  longitude: coordinateText(row.longitude),
});

/** A new client. */
export function createClient(ctx: Ctx, input: NewClient) {
  return inTransaction(ctx.db, () => {
    const row = ctx.db
      .insert(clients)
      .values({ ...input, createdAt: ctx.now().toISOString() })
      .returning()
      .get();
    recordActivity(ctx, { verb: 'client.created', entityType: 'client', entityId: row.id });
    publishAfterCommit(ctx, 'dispatch');
    return toClient(row);
  });
}

const clientByEmail = prepared((db) =>
  db
    .select()
    .from(clients)
    .where(sql`lower(${clients.email}) = lower(${sql.placeholder('email')})`)
    .orderBy(asc(clients.id))
    .limit(1)
    .prepare(),
);
const hasPhone = sql`${phoneKey(sql`${clients.phone}`)} = ${phoneKey(sql`${sql.placeholder('phone')}`)}`;
/** Digits that make a phone number; by fewer, or none, strangers would be taken for each other. */
const PHONE_LENGTH = 7;
const clientByPhone = prepared((db) =>
  db
    .select()
    .from(clients)
    .where(and(hasPhone, sql`length(${phoneKey(sql`${sql.placeholder('phone')}`)}) >= ${sql.raw(String(PHONE_LENGTH))}`))
    .orderBy(asc(clients.id))
    .limit(1)
    .prepare(),
);
const clientByPhoneAndName = prepared((db) =>
  db
    .select()
    .from(clients)
    .where(and(hasPhone, sql`lower(${clients.name}) = lower(${sql.placeholder('name')})`))
    .orderBy(asc(clients.id))
    .limit(1)
    .prepare(),
);

/**
 * The client with this e-mail, else the one with this phone and name (decisions X40), else, where the phone is enough, the
 * first with it, else a new one.
 */
export function findOrCreateClient(ctx: Ctx, input: NewClient, { isPhoneEnough = false } = {}) {
  const { email, phone, name } = input;
  const known =
    clientByEmail(ctx.db).get({ email }) ??
    (phone ? clientByPhoneAndName(ctx.db).get({ phone, name }) : undefined) ??
    (phone && isPhoneEnough ? clientByPhone(ctx.db).get({ phone }) : undefined);
  return known ? toClient(known) : createClient(ctx, input);
}

/** Clients, newest first. */
export function listClients(ctx: Ctx, input: z.output<typeof pageInput>) {
  const rows = ctx.db
    .select()
    .from(clients)
    .where(input.cursor === undefined ? undefined : lt(clients.id, input.cursor))
    .orderBy(desc(clients.id))
    .limit(input.limit + 1)
    .all();
  return cutPage(rows.map(toClient), input.limit, ({ id }) => id);
}
