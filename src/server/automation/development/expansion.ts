import type { Evidence } from '../../../shared/automation';
import { BOOKING_SERVICE_TYPES } from '../../../shared/booking';
import { isBeyondChance, serviceKey } from '../../../shared/demand';
import { formatService, getFamily } from '../../../shared/dispatch';
import { QUOTE_SERVICE_TYPES } from '../../../shared/quotes';
import { groupBy } from '../../../shared/statistics';
import { businessDay } from '../../../shared/time';
import { normalizeTownName } from '../../../shared/town-names';
import type { Ctx } from '../../context';
import { recordsReach } from '../../market/cases';
import { getCompany, getSettings } from '../../settings/service';
import { formatCount, formatShortDate, toSingleLine } from '../wording';
import type { WorkerTask } from '../worker';
import { type Development, MOST_EVIDENCE, openSearch, periodStart, scoreCases } from './search';
import { isDemand, listOrderedServices, readTownCases, type TownCase } from './town-cases';

type Towns = ReturnType<typeof readTownCases>;
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
export const findExpansions: WorkerTask = (ctx, runId) => {
  const search = openSearch(ctx, runId, 'expansion');
  const [from, earlier, until] = [periodStart(ctx), periodStart(ctx, 2), ctx.now().toISOString()];
  // The end is exclusive; "~" sorts after "Z", so a row of this very millisecond counts as well.
  const now = readTownCases(ctx, { from, to: `${until}~` });
  const before = readTownCases(ctx, { from: earlier, to: from });
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
