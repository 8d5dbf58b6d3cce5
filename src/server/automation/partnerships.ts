import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { clients, products, referrals } from '../../../db/schema';
import type { Evidence } from '../../shared/automation-words';
import { companyDomainOf } from '../../shared/free-mail';
import { singleSpaced } from '../../shared/text';
import { friendBookingsOf } from '../offers/rewards';
import { prepared } from '../prepared';
import { getCompany, getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { MOST_EVIDENCE, openFindings, scoreOf, tellDate } from './development';
import { counted, plainLine } from './lead';
import { findClient, obstacleOf } from './people';
import { openSweep } from './sweep';
import type { Work } from './worker';

/** Rows of each list that one run looks at; products are few. */
const MOST_ROWS = 300;
const MOST_PRODUCTS = 5000;

type Findings = ReturnType<typeof openFindings>;
const given = sql.placeholder;

const nextReferrers = prepared((db) =>
  db
    .selectDistinct({ id: referrals.referrerId })
    .from(referrals)
    .where(gt(referrals.referrerId, given('after')))
    .orderBy(asc(referrals.referrerId))
    .limit(given('limit'))
    .prepare(),
);

/** A client whose friends booked. */
function judgeReferrer(ctx: Ctx, findings: Findings, id: number): void {
  const client = findClient(ctx, id);
  if (!client || client.mergedIntoId !== null || obstacleOf({ clients: [client] })) return;
  const { partnershipReferrals } = getSettings(ctx).automation;
  const friends = friendBookingsOf(ctx, id, MOST_ROWS);
  if (friends.length < partnershipReferrals) return;
  findings.keep({
    kind: 'partnership',
    subjectType: 'client',
    subjectId: id,
    title: `Partnership with ${plainLine(client.name)}`,
    reason: `${counted(friends.length, 'referred client')} booked with us.`,
    evidence: friends
      .slice(0, MOST_EVIDENCE)
      .map((booking) => ({ type: 'booking', id: booking.id, text: `A friend booked on ${tellDate(ctx, booking.at)}` })),
    score: scoreOf(friends.length, partnershipReferrals),
    to: client.email,
  });
}

const columns = { id: clients.id, name: clients.name, email: clients.email };
// The plus keeps the index of merged ones out of it, which nearly all are in.
const isServed = and(sql`+${isNull(clients.mergedIntoId)}`, eq(clients.isActive, true), eq(clients.doNotService, false));
const nextClients = prepared((db) =>
  db
    .select(columns)
    .from(clients)
    .where(gt(clients.id, given('after')))
    .orderBy(asc(clients.id))
    .limit(given('limit'))
    .prepare(),
);
// By the search table, since no index of addresses knows how they end.
const clientsAt = prepared((db) =>
  db
    .select(columns)
    .from(sql`clients_search`)
    .innerJoin(clients, sql`clients_search.rowid = ${clients.id}`)
    .where(and(sql`clients_search match ${given('match')}`, sql`lower(${clients.email}) like ${given('pattern')}`, isServed))
    .orderBy(sql`clients_search.rowid`)
    .limit(MOST_ROWS)
    .prepare(),
);

/** An organisation of which several people are clients, by the domain of their addresses. */
function judgeDomain(ctx: Ctx, findings: Findings, domain: string): void {
  const { domainClients } = getSettings(ctx).automation;
  const people = clientsAt(ctx.db).all({ match: `email : "@${domain}"`, pattern: `%@${domain}` });
  if (people.length < domainClients) return;
  findings.keep({
    kind: 'partnership',
    subjectType: 'domain',
    subjectId: domain,
    title: `Partnership with ${domain}`,
    reason: `${counted(people.length, 'client')} of ours have an address at ${domain}.`,
    evidence: people.slice(0, MOST_EVIDENCE).map(({ id, name }): Evidence => ({ type: 'client', id, text: plainLine(name) })),
    score: scoreOf(people.length, domainClients),
    to: people[0]?.email ?? null,
  });
}

const suppliedProducts = prepared((db) =>
  db
    .select({ id: products.id, name: products.name, supplier: sql<string>`trim(${products.supplierName})` })
    .from(products)
    .where(and(eq(products.isActive, true), eq(products.isSample, false), sql`trim(${products.supplierName}) <> ''`))
    .limit(MOST_PRODUCTS)
    .prepare(),
);

/** Finds the suppliers of many products and returns how many products were looked at. Those of the starter catalogue are invented. */
function judgeSuppliers(ctx: Ctx, findings: Findings): number {
  const { supplierProducts } = getSettings(ctx).automation;
  const rows = suppliedProducts(ctx.db).all();
  const bySupplier = new Map<string, typeof rows>();
  for (const row of rows) {
    const key = singleSpaced(row.supplier).toLowerCase();
    const supplied = bySupplier.get(key);
    if (supplied) supplied.push(row);
    else bySupplier.set(key, [row]);
  }
  for (const supplied of bySupplier.values()) {
    const [first] = supplied;
    if (!first || supplied.length < supplierProducts || findings.isFull()) continue;
    findings.keep({
      kind: 'partnership',
      subjectType: 'supplier',
      subjectId: singleSpaced(first.supplier).slice(0, 200),
      title: `Partnership with ${plainLine(first.supplier)}`,
      reason: `${counted(supplied.length, 'active product')} in our store come from them.`,
      evidence: supplied.slice(0, MOST_EVIDENCE).map(({ id, name }): Evidence => ({ type: 'product', id, text: plainLine(name) })),
      score: scoreOf(supplied.length, supplierProducts),
      to: null,
    });
  }
  return rows.length;
}

/**
 * Looks for people and organisations worth working with: clients whose friends booked, organisations behind several clients, and
 * suppliers of many active products (automation.md §4).
 */
export const findPartnerships: Work = (ctx, runId) => {
  const findings = openFindings(ctx, runId);
  const sweep = openSweep(ctx, 'partnerships');
  const referrers = sweep.each(
    'referrers',
    MOST_ROWS,
    (place) => nextReferrers(ctx.db).all(place),
    ({ id }) => {
      if (findings.isFull()) return false;
      judgeReferrer(ctx, findings, id);
      return true;
    },
  );
  const seen = new Set([companyDomainOf(getCompany(ctx).email)]);
  const looked = sweep.each(
    'clients',
    MOST_ROWS,
    (place) => nextClients(ctx.db).all(place),
    ({ email }) => {
      if (findings.isFull()) return false;
      const domain = companyDomainOf(email);
      if (!seen.has(domain)) {
        seen.add(domain);
        if (domain) judgeDomain(ctx, findings, domain);
      }
      return true;
    },
  );
  const supplied = findings.isFull() ? 0 : judgeSuppliers(ctx, findings);
  sweep.keep();
  return findings.tell([
    [referrers, 'referrer'],
    [looked, 'client'],
    [supplied, 'supplied product'],
  ]);
};
