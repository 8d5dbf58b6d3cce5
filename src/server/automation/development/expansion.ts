import { and, desc, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import { appointmentBookings, contactInquiries, orders, workOrders } from '../../../../db/schema';
import type { Evidence } from '../../../shared/automation';
import { BOOKING_SERVICE_TYPES } from '../../../shared/booking';
import { formatCount } from '../../../shared/counts';
import { isBeyondChance, serviceKey } from '../../../shared/demand';
import { formatService, getFamily } from '../../../shared/dispatch';
import { toSingleLine } from '../../../shared/message-text';
import { QUOTE_SERVICE_TYPES } from '../../../shared/quotes';
import { groupBy } from '../../../shared/statistics';
import { businessDay } from '../../../shared/time';
import { findTownName, normalizeTownName } from '../../../shared/town-names';
import type { Ctx } from '../../context';
import { recordsReach } from '../../market/cases';
import { getCompany, getSettings } from '../../settings/service';
import type { WorkerTask } from '../sweep';
import { formatShortDate } from '../wording';
import { type Development, MOST_EVIDENCE, openSearch, periodStart, scoreCases } from './search';

type Towns = ReturnType<typeof readTownCases> extends Generator<undefined, infer Cases> ? Cases : never;
/** `isComparable`: the records cover both periods fully, and all cases of both were read. */
type Comparison = { now: Towns; before: Towns; isComparable: boolean };

const NAMES = { quote: 'request', booking: 'booking', order: 'order' } as const;
const TYPES = ['quote', 'booking', 'order'] as const;

function describeCases(cases: readonly TownCase[]): string {
  const counts = TYPES.map((type) => [cases.filter((one) => one.type === type).length, NAMES[type]] as const);
  const people = new Set(cases.map(({ email }) => email.trim().toLowerCase())).size;
  const words = counts.filter(([count]) => count > 0).map(([count, name]) => formatCount(count, name));
  return `${words.join(', ')} by ${people === 1 ? '1 person' : `${people} people`}`;
}

type Argument = { title: string; reason: string; cases: readonly TownCase[]; threshold: number };

/** Returns an argument if a town outside the served ones has enough demand, or if demand in a town grows beyond chance. */
function findTownArgument(ctx: Ctx, town: string, { now, before, isComparable }: Comparison): Argument | undefined {
  const { expansionCases, growthPercent, growthCases, periodDays } = getSettings(ctx).automation;
  const { towns, city } = getCompany(ctx);
  const cases = now.byTown.get(town) ?? [];
  const isOutside = ![...towns, city].some((name) => normalizeTownName(name) === normalizeTownName(town));
  if (isOutside && cases.length >= expansionCases) {
    const reason = `${town} is outside the towns you serve: ${describeCases(cases)} in ${periodDays} days.`;
    return { title: `Expansion to ${town}`, reason, cases, threshold: expansionCases };
  }
  const demand = cases.filter(isDemand);
  const earlier = before.byTown.get(town)?.filter(isDemand).length ?? 0;
  const hasGrown = demand.length * 100 >= earlier * (100 + growthPercent) && isBeyondChance(demand.length, earlier);
  if (!isComparable || demand.length < growthCases || !hasGrown) return undefined;
  const growth = earlier === 0 ? '' : `, ${Math.round(((demand.length - earlier) / earlier) * 100)}% more`;
  const reason = `${town} is growing: ${describeCases(demand)} in ${periodDays} days, against ${earlier} in the ${periodDays} days before${growth}.`;
  return { title: `${town} is growing`, reason, cases: demand, threshold: growthCases };
}

function judgeTown(ctx: Ctx, town: string, comparison: Comparison): Development | undefined {
  const argument = findTownArgument(ctx, town, comparison);
  if (!argument) return undefined;
  const { title, reason, cases, threshold } = argument;
  return {
    kind: 'market_expansion',
    subjectType: 'town',
    subjectId: town,
    title,
    reason,
    evidence: cases.slice(0, MOST_EVIDENCE).map(({ type, id, at }): Evidence => {
      const name = NAMES[type];
      return { type, id, text: `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${formatShortDate(ctx, at)}` };
    }),
    score: scoreCases(cases.length, threshold),
    to: null,
  };
}

const OFFERED: ReadonlySet<string> = new Set([...BOOKING_SERVICE_TYPES, ...QUOTE_SERVICE_TYPES].map(serviceKey));
const isOffered = (serviceType: string): boolean => OFFERED.has(serviceKey(serviceType)) || getFamily(serviceType, null) !== null;

/** Finds a service of work orders that visitors cannot book or ask for. */
function judgeService(ctx: Ctx, service: string, ordered: ReturnType<typeof listOrderedServices>): Development | undefined {
  const { expansionCases, periodDays } = getSettings(ctx).automation;
  if (service === '' || ordered.length < expansionCases) return undefined;
  const name = formatService(toSingleLine(service));
  return {
    kind: 'market_expansion',
    subjectType: 'service',
    subjectId: service,
    title: `New service: ${name}`,
    reason: `${name} is not among the services you offer, and ${formatCount(ordered.length, 'work order')} of ${periodDays} days ${ordered.length === 1 ? 'asks' : 'ask'} for it.`,
    evidence: ordered
      .slice(0, MOST_EVIDENCE)
      .map(({ id, at }) => ({ type: 'work-order', id, text: `Made on ${formatShortDate(ctx, at)}` })),
    score: scoreCases(ordered.length, expansionCases),
    to: null,
  };
}

/** Finds towns outside the served ones with demand, towns where demand grows, and services that are asked for but not offered. */
export const findExpansions: WorkerTask = function* (ctx, run) {
  const search = openSearch(ctx, run, 'expansion');
  const [from, earlier, until] = [periodStart(ctx), periodStart(ctx, 2), ctx.now().toISOString()];
  // The end is exclusive; "~" sorts after "Z", so a row of this very millisecond counts as well.
  const now = yield* readTownCases(ctx, { from, to: `${until}~` });
  const before = yield* readTownCases(ctx, { from: earlier, to: from });
  const isTruncated = now.isTruncated || before.isTruncated;
  const isComparable = recordsReach(ctx, businessDay(earlier)).area && !isTruncated;
  for (const type of TYPES) search.count(now.examined[type] + before.examined[type], NAMES[type]);
  for (const [town] of [...now.byTown].sort(([, a], [, b]) => b.length - a.length))
    search.record(judgeTown(ctx, town, { now, before, isComparable }));
  const services = listOrderedServices(ctx, from);
  search.count(services.length, 'work order');
  const notOffered = services.filter(({ serviceType }) => !isOffered(serviceType));
  for (const [service, ordered] of groupBy(notOffered, ({ serviceType }) => serviceKey(serviceType)))
    search.record(judgeService(ctx, service, ordered));
  const { periodDays } = getSettings(ctx).automation;
  const withoutTown = now.withoutTown + before.withoutTown;
  const unknown = withoutTown === 0 ? '' : ` ${withoutTown === 1 ? '1 address names' : `${withoutTown} addresses name`} no town.`;
  const cut = isTruncated ? ' There were more cases than one run reads, so growth was not judged.' : '';
  return search.finish(
    `${unknown} Towns were read from the addresses of ${2 * periodDays} days, services from the kinds of work orders of ${periodDays} days; the words of messages were not read.${cut}`,
  );
};

/** Rows of each type that are read for one period at most, the newest first. */
const MOST_CASES = 2000;
/** The town stands at the end of an address, so only so many characters of it are searched. */
const MOST_CHARACTERS = 240;

/** A request, booking or order and the address it came from. */
type TownCase = { type: 'quote' | 'booking' | 'order'; id: number; at: string; email: string; address: string | null };
/** Orders of supplies are no demand for cleaning, so growth counts requests and bookings only, as the market analysis does. */
const isDemand = ({ type }: TownCase): boolean => type !== 'order';
type Period = { from: string; to: string };

const SOURCES = {
  quote: {
    table: contactInquiries,
    columns: { id: contactInquiries.id, at: contactInquiries.createdAt, email: contactInquiries.email, address: contactInquiries.address },
    // The plus keeps SQLite on the index of the instants.
    isCounted: sql`+${isNull(contactInquiries.deletedAt)}`,
  },
  booking: {
    table: appointmentBookings,
    columns: {
      id: appointmentBookings.id,
      at: appointmentBookings.createdAt,
      email: appointmentBookings.clientEmail,
      address: appointmentBookings.clientAddress,
    },
    isCounted: ne(appointmentBookings.status, 'cancelled'),
  },
  order: {
    table: orders,
    columns: { id: orders.orderNumber, at: orders.createdAt, email: orders.customerEmail, address: orders.shippingAddress },
    isCounted: ne(orders.status, 'cancelled'),
  },
};

function listCases({ db }: Ctx, type: TownCase['type'], { from, to }: Period): TownCase[] {
  const { table, columns, isCounted } = SOURCES[type];
  const rows = db
    .select(columns)
    .from(table)
    .where(and(gte(columns.at, from), lt(columns.at, to), isCounted))
    .orderBy(desc(columns.at))
    .limit(MOST_CASES)
    .all();
  return rows.map((row) => ({ type, ...row }));
}

const findTown = ({ address }: TownCase): string | undefined => findTownName(address?.trim().slice(-MOST_CHARACTERS) ?? '');

/** Returns the cases of a period by town, how many addresses name no known town, and whether there were more cases than were read. */
function* readTownCases(ctx: Ctx, period: Period) {
  const examined = { quote: 0, booking: 0, order: 0 };
  const cases: TownCase[] = [];
  for (const type of TYPES) {
    const rows = listCases(ctx, type, period);
    examined[type] = rows.length;
    cases.push(...rows);
    yield;
  }
  const byTown = groupBy(
    cases.filter(({ address }) => address?.trim()),
    (one) => findTown(one) ?? '',
  );
  yield;
  const withoutTown = byTown.get('')?.length ?? 0;
  byTown.delete('');
  return { byTown, examined, withoutTown, isTruncated: Object.values(examined).includes(MOST_CASES) };
}

/**
 * Returns the work orders created since an instant with the service of each. A job of an earlier time that the office enters afterwards
 * is left out: it is no demand of this period.
 */
const listOrderedServices = ({ db }: Ctx, from: string) =>
  db
    .select({ id: workOrders.id, serviceType: workOrders.serviceType, at: workOrders.createdAt })
    .from(workOrders)
    .where(and(gte(workOrders.scheduledDate, from), gte(workOrders.createdAt, from), ne(workOrders.status, 'cancelled')))
    .orderBy(desc(workOrders.scheduledDate))
    .limit(MOST_CASES)
    .all();
