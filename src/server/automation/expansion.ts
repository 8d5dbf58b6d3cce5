import type { Evidence } from '../../shared/automation-words';
import { BOOKING_SERVICE_TYPES } from '../../shared/booking-words';
import { isBeyondChance, serviceKey } from '../../shared/demand';
import { familyOf, showService } from '../../shared/dispatch';
import { QUOTE_SERVICE_TYPES } from '../../shared/quote-words';
import { businessDay } from '../../shared/time';
import { normalizeTownName } from '../../shared/town-names';
import { recordsReach } from '../market/cases';
import { getCompany, getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { MOST_EVIDENCE, openFindings, periodStart, scoreOf, tellDate } from './development';
import { counted, plainLine } from './lead';
import { isDemand, readServices, readTowns, type TownCase } from './town-cases';
import type { Work } from './worker';

type Findings = ReturnType<typeof openFindings>;
type Towns = ReturnType<typeof readTowns>;
/** `isComparable`: the records cover both periods fully, and all cases of both were read. */
type Compared = { now: Towns; before: Towns; isComparable: boolean };

const NAMES = { quote: 'request', booking: 'booking', order: 'order' } as const;
const TYPES = ['quote', 'booking', 'order'] as const;

/** "2 requests, 1 booking by 3 people": cases in words. */
function tellCases(cases: readonly TownCase[]): string {
  const counts = TYPES.map((type) => [cases.filter((one) => one.type === type).length, NAMES[type]] as const);
  const people = new Set(cases.map(({ email }) => email.trim().toLowerCase())).size;
  const words = counts.filter(([count]) => count > 0).map(([count, name]) => counted(count, name));
  return `${words.join(', ')} by ${people === 1 ? '1 person' : `${people} people`}`;
}

/** Why a town is worth a look, by which cases, and from how many on. */
type Ground = { title: string; reason: string; cases: readonly TownCase[]; threshold: number };

/** Returns why a town has some demand outside of those that are served, or grows beyond chance; undefined for neither. */
function groundOfTown(ctx: Ctx, town: string, { now, before, isComparable }: Compared): Ground | undefined {
  const { expansionCases, growthPercent, growthCases, periodDays } = getSettings(ctx).automation;
  const { towns, city } = getCompany(ctx);
  const cases = now.byTown.get(town) ?? [];
  const isOutside = ![...towns, city].some((name) => normalizeTownName(name) === normalizeTownName(town));
  const told = (some: readonly TownCase[]) => `${tellCases(some)} in ${periodDays} days`;
  if (isOutside && cases.length >= expansionCases) {
    const reason = `${town} is outside the towns you serve: ${told(cases)}.`;
    return { title: `Expansion to ${town}`, reason, cases, threshold: expansionCases };
  }
  const demand = cases.filter(isDemand);
  const earlier = before.byTown.get(town)?.filter(isDemand).length ?? 0;
  const hasGrown = demand.length * 100 >= earlier * (100 + growthPercent) && isBeyondChance(demand.length, earlier);
  if (!isComparable || demand.length < growthCases || !hasGrown) return undefined;
  const growth = earlier === 0 ? '' : `, ${Math.round(((demand.length - earlier) / earlier) * 100)}% more`;
  const reason = `${town} is growing: ${told(demand)}, against ${earlier} in the ${periodDays} days before${growth}.`;
  return { title: `${town} is growing`, reason, cases: demand, threshold: growthCases };
}

function judgeTowns(ctx: Ctx, findings: Findings, compared: Compared): void {
  for (const [town] of [...compared.now.byTown].sort(([, a], [, b]) => b.length - a.length)) {
    const ground = groundOfTown(ctx, town, compared);
    if (!ground || findings.isFull()) continue;
    findings.keep({
      kind: 'market_expansion',
      subjectType: 'town',
      subjectId: town,
      title: ground.title,
      reason: ground.reason,
      evidence: ground.cases.slice(0, MOST_EVIDENCE).map(({ type, id, at }): Evidence => {
        const name = NAMES[type];
        return { type, id, text: `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${tellDate(ctx, at)}` };
      }),
      score: scoreOf(ground.cases.length, ground.threshold),
      to: null,
    });
  }
}

const OFFERED: ReadonlySet<string> = new Set([...BOOKING_SERVICE_TYPES, ...QUOTE_SERVICE_TYPES].map(serviceKey));
const isOffered = (serviceType: string): boolean => OFFERED.has(serviceKey(serviceType)) || familyOf(serviceType, null) !== null;

/** Services of work orders that nobody can book or ask for; answers how many orders were looked at. */
function judgeServices(ctx: Ctx, findings: Findings): number {
  const { expansionCases, periodDays } = getSettings(ctx).automation;
  const rows = readServices(ctx, periodStart(ctx));
  const byService = new Map<string, typeof rows>();
  for (const row of rows) {
    const key = serviceKey(row.serviceType);
    if (key === '' || isOffered(row.serviceType)) continue;
    const same = byService.get(key);
    if (same) same.push(row);
    else byService.set(key, [row]);
  }
  for (const [service, asked] of byService) {
    if (asked.length < expansionCases || findings.isFull()) continue;
    const name = showService(plainLine(service));
    findings.keep({
      kind: 'market_expansion',
      subjectType: 'service',
      subjectId: service,
      title: `New service: ${name}`,
      reason: `${name} is not among the services you offer, and ${counted(asked.length, 'work order')} of ${periodDays} days ${asked.length === 1 ? 'asks' : 'ask'} for it.`,
      evidence: asked
        .slice(0, MOST_EVIDENCE)
        .map(({ id, at }): Evidence => ({ type: 'work-order', id, text: `Made on ${tellDate(ctx, at)}` })),
      score: scoreOf(asked.length, expansionCases),
      to: null,
    });
  }
  return rows.length;
}

/**
 * Looks for towns outside those that are served with some demand, towns whose demand grows, and services that are asked for and
 * not offered.
 */
export const findExpansions: Work = (ctx, runId) => {
  const findings = openFindings(ctx, runId);
  const [from, earlier, until] = [periodStart(ctx), periodStart(ctx, 2), ctx.now().toISOString()];
  // Until the next millisecond, so that what came in just now is of this period.
  const now = readTowns(ctx, { from, to: `${until}~` });
  const before = readTowns(ctx, { from: earlier, to: from });
  const isComparable = recordsReach(ctx, businessDay(earlier)).area && !now.isCut && !before.isCut;
  judgeTowns(ctx, findings, { now, before, isComparable });
  const services = judgeServices(ctx, findings);
  const cut = now.isCut || before.isCut ? ' There were more than a run looks at, so that growth was not judged.' : '';
  const { periodDays } = getSettings(ctx).automation;
  const untold = now.untold + before.untold;
  const silent = untold === 0 ? '' : ` ${untold === 1 ? '1 address tells' : `${untold} addresses tell`} no town.`;
  const looks = TYPES.map((type) => [now.examined[type] + before.examined[type], NAMES[type]] as const);
  return findings.tell(
    [...looks, [services, 'work order']],
    `${silent} Towns were read from the addresses of ${2 * periodDays} days, services from the kinds of work orders of ${periodDays} days; the words of messages were not read.${cut}`,
  );
};
