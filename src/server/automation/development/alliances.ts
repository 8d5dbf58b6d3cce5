import { and, asc, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared';
import { clients, orders } from '../../../../db/schema';
import { emailKey, nameKey } from '../../../../db/schema/checks';
import { formatCount } from '../../../shared/counts';
import { findCompanyDomain, isBusiness } from '../../../shared/free-mail';
import { toSingleLine } from '../../../shared/message-text';
import { singleSpaced } from '../../../shared/text';
import type { Ctx } from '../../context';
import { getCompany, getSettings } from '../../settings/service';
import { type ClientRow, findPerson, hasVisit, listClientsAfter, reasonNotToContact } from '../people';
import type { Place, WorkerTask } from '../sweep';
import { formatShortDate } from '../wording';
import { type Development, MOST_EVIDENCE, MOST_ROWS, oncePerKey, openSearch, scoreCases } from './search';

const listBuyersAfter = ({ db }: Ctx, { after, limit }: Place) =>
  db
    .select({ id: orders.orderNumber, name: orders.customerName, email: orders.customerEmail, phone: orders.customerPhone })
    .from(orders)
    .where(gt(orders.orderNumber, after))
    .orderBy(asc(orders.orderNumber))
    .limit(limit)
    .all();
type Buyer = ReturnType<typeof listBuyersAfter>[number];

const clientOrders = prepared((db) =>
  db
    .select({ id: orders.orderNumber, at: orders.createdAt })
    .from(orders)
    .where(and(eq(emailKey(sql`${orders.customerEmail}`), emailKey(sql`${sql.placeholder('email')}`)), ne(orders.status, 'cancelled')))
    .orderBy(desc(orders.orderNumber))
    .limit(MOST_ROWS),
);

/** Finds a business that buys supplies here but never booked cleaning. */
function judgeBuyer(ctx: Ctx, buyer: Buyer): Development | undefined {
  const domain = findCompanyDomain(buyer.email);
  if (domain && domain === findCompanyDomain(getCompany(ctx).email)) return undefined;
  const { allianceOrders } = getSettings(ctx).automation;
  const bought = clientOrders(ctx.db).all({ email: buyer.email });
  const [last] = bought;
  if (!last || bought.length < allianceOrders) return undefined;
  const person = findPerson(ctx, buyer);
  const company = person.clients.map((client) => client.company).find(Boolean) ?? null;
  if (!isBusiness({ ...buyer, company }) || reasonNotToContact(person) || hasVisit(ctx, person)) return undefined;
  return {
    kind: 'strategic_alliance',
    subjectType: domain ? 'domain' : 'order',
    subjectId: domain ?? bought.at(-1)?.id ?? last.id,
    title: `Alliance with ${toSingleLine(buyer.name)}`,
    reason: `${formatCount(bought.length, 'order')} of supplies, last on ${formatShortDate(ctx, last.at)}, and no cleaning booked.`,
    evidence: bought.slice(0, MOST_EVIDENCE).map(({ id, at }) => ({ type: 'order', id, text: `Ordered on ${formatShortDate(ctx, at)}` })),
    score: scoreCases(bought.length, allianceOrders),
    to: buyer.email,
  };
}

/** Finds an organisation that several clients name as their company, such as a property manager, a realtor or a host of short stays. */
function judgeCompany(ctx: Ctx, client: ClientRow): Development | undefined {
  const company = singleSpaced(client.company ?? '');
  const { allianceClients } = getSettings(ctx).automation;
  const people = ctx.db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(
      and(
        eq(nameKey(sql`${clients.company}`), nameKey(sql`${company}`)),
        sql`${clients.company} is not null`,
        sql`+${isNull(clients.mergedIntoId)}`,
        eq(clients.isActive, true),
        eq(clients.doNotService, false),
      ),
    )
    .orderBy(asc(clients.id))
    .limit(MOST_ROWS)
    .all();
  if (people.length < allianceClients) return undefined;
  return {
    kind: 'strategic_alliance',
    subjectType: 'company',
    subjectId: company,
    title: `Alliance with ${toSingleLine(company)}`,
    reason: `${toSingleLine(company)} is the company of ${formatCount(people.length, 'client')}.`,
    evidence: people.slice(0, MOST_EVIDENCE).map(({ id, name }) => ({ type: 'client', id, text: toSingleLine(name) })),
    score: scoreCases(people.length, allianceClients),
    to: null,
  };
}

const toKey = (text: string | null): string => singleSpaced(text ?? '').toLowerCase();

/** Finds possible allies: businesses that buy supplies but never booked cleaning, and companies that several clients belong to. */
export const findAlliances: WorkerTask = function* (ctx, run) {
  const search = openSearch(ctx, run, 'alliances');
  yield* search.each(
    'orders',
    'order',
    listBuyersAfter,
    oncePerKey(({ email }) => toKey(email), judgeBuyer),
  );
  yield* search.each(
    'clients',
    'client',
    listClientsAfter,
    oncePerKey(({ company }) => toKey(company), judgeCompany),
  );
  return search.finish();
};
