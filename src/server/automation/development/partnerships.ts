import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { clients, products, referrals } from '../../../../db/schema';
import { readSliced } from '../../../../db/slices';
import { formatCount } from '../../../shared/counts';
import { findCompanyDomain } from '../../../shared/free-mail';
import { toSingleLine } from '../../../shared/message-text';
import { groupBy } from '../../../shared/statistics';
import { singleSpaced } from '../../../shared/text';
import type { Ctx } from '../../context';
import { listFriendBookings } from '../../offers/rewards';
import { getCompany, getSettings } from '../../settings/service';
import { type ClientRow, findClient, listClientsAfter, reasonNotToContact } from '../people';
import type { Place, WorkerTask } from '../sweep';
import { formatShortDate } from '../wording';
import { type Development, MOST_EVIDENCE, MOST_ROWS, oncePerKey, openSearch, scoreCases } from './search';

/** A store has few products, so all of them are read in each run. */
const MOST_PRODUCTS = 5000;
const PRODUCTS_AT_ONCE = 500;

const listReferrersAfter = ({ db }: Ctx, { after, limit }: Place) =>
  db
    .selectDistinct({ id: referrals.referrerId })
    .from(referrals)
    .where(gt(referrals.referrerId, after))
    .orderBy(asc(referrals.referrerId))
    .limit(limit)
    .all();

/** Finds a client whose friends booked. */
function judgeReferrer(ctx: Ctx, { id }: { id: number }): Development | undefined {
  const client = findClient(ctx, id);
  if (!client || client.mergedIntoId !== null || reasonNotToContact({ clients: [client] })) return undefined;
  const { partnershipReferrals } = getSettings(ctx).automation;
  const friends = listFriendBookings(ctx, id, MOST_ROWS);
  if (friends.length < partnershipReferrals) return undefined;
  return {
    kind: 'partnership',
    subjectType: 'client',
    subjectId: id,
    title: `Partnership with ${toSingleLine(client.name)}`,
    reason: `${formatCount(friends.length, 'referred client')} booked with us.`,
    evidence: friends
      .slice(0, MOST_EVIDENCE)
      .map((booking) => ({ type: 'booking', id: booking.id, text: `A friend booked on ${formatShortDate(ctx, booking.at)}` })),
    score: scoreCases(friends.length, partnershipReferrals),
    to: client.email,
  };
}

// The plus keeps SQLite from the index of merged clients, which holds nearly all rows.
const isServed = and(sql`+${isNull(clients.mergedIntoId)}`, eq(clients.isActive, true), eq(clients.doNotService, false));
// Uses the search table, since no index of addresses serves their endings.
const listClientsAtDomain = ({ db }: Ctx, domain: string) =>
  db
    .select({ id: clients.id, name: clients.name, email: clients.email })
    .from(sql`clients_search`)
    .innerJoin(clients, sql`clients_search.rowid = ${clients.id}`)
    .where(and(sql`clients_search match ${`email : "@${domain}"`}`, sql`lower(${clients.email}) like ${`%@${domain}`}`, isServed))
    .orderBy(sql`clients_search.rowid`)
    .limit(MOST_ROWS)
    .all();

/** Finds an organisation with several clients, by the domain of their e-mail addresses. */
function judgeDomain(ctx: Ctx, { email }: ClientRow): Development | undefined {
  const domain = findCompanyDomain(email);
  if (!domain || domain === findCompanyDomain(getCompany(ctx).email)) return undefined;
  const { domainClients } = getSettings(ctx).automation;
  const people = listClientsAtDomain(ctx, domain);
  if (people.length < domainClients) return undefined;
  return {
    kind: 'partnership',
    subjectType: 'domain',
    subjectId: domain,
    title: `Partnership with ${domain}`,
    reason: `${formatCount(people.length, 'client')} of ours have an address at ${domain}.`,
    evidence: people.slice(0, MOST_EVIDENCE).map(({ id, name }) => ({ type: 'client', id, text: toSingleLine(name) })),
    score: scoreCases(people.length, domainClients),
    to: people[0]?.email ?? null,
  };
}

type Supplied = { id: number; name: string; supplier: string };
/** Reads the active products with a supplier; the suppliers of sample products are invented, so those are left out. */
const readSuppliedProducts = ({ db }: Ctx) =>
  readSliced<Supplied>(MOST_PRODUCTS, PRODUCTS_AT_ONCE, (limit, last) =>
    db
      .select({ id: products.id, name: products.name, supplier: sql<string>`trim(${products.supplierName})` })
      .from(products)
      .where(
        and(
          gt(products.id, last?.id ?? 0),
          // The plus keeps SQLite on the ids.
          sql`+${eq(products.isActive, true)}`,
          eq(products.isSample, false),
          sql`trim(${products.supplierName}) <> ''`,
        ),
      )
      .orderBy(asc(products.id))
      .limit(limit)
      .all(),
  );

/** Finds a supplier of several active products. */
function judgeSupplier(ctx: Ctx, supplied: readonly Supplied[]): Development | undefined {
  const { supplierProducts } = getSettings(ctx).automation;
  const [first] = supplied;
  if (!first || supplied.length < supplierProducts) return undefined;
  return {
    kind: 'partnership',
    subjectType: 'supplier',
    subjectId: singleSpaced(first.supplier).slice(0, 200),
    title: `Partnership with ${toSingleLine(first.supplier)}`,
    reason: `${formatCount(supplied.length, 'active product')} in our store come from them.`,
    evidence: supplied.slice(0, MOST_EVIDENCE).map(({ id, name }) => ({ type: 'product', id, text: toSingleLine(name) })),
    score: scoreCases(supplied.length, supplierProducts),
    to: null,
  };
}

/** Finds possible partners: clients whose friends booked, organisations behind several clients, and suppliers of many active products. */
export const findPartnerships: WorkerTask = function* (ctx, run) {
  const search = openSearch(ctx, run, 'partnerships');
  yield* search.each('referrers', 'referrer', listReferrersAfter, judgeReferrer);
  yield* search.each(
    'clients',
    'client',
    listClientsAfter,
    oncePerKey(({ email }) => findCompanyDomain(email) ?? '', judgeDomain),
  );
  if (!search.isFull()) {
    const supplied = yield* readSuppliedProducts(ctx);
    search.count(supplied.length, 'supplied product');
    const bySupplier = groupBy(supplied, ({ supplier }) => singleSpaced(supplier).toLowerCase());
    for (const rows of bySupplier.values()) {
      yield;
      search.record(judgeSupplier(ctx, rows));
    }
  }
  return search.finish();
};
