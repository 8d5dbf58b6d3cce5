import type { Evidence } from '../../shared/automation-words';
import { BOOKING_SERVICE_TYPES } from '../../shared/booking-words';
import { serviceKey } from '../../shared/demand';
import { familyOf, showService } from '../../shared/dispatch';
import { QUOTE_SERVICE_TYPES } from '../../shared/quote-words';
import { getCompany, getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { MOST_EVIDENCE, openFindings, periodStart, scoreOf, tellDate } from './development';
import { counted, plainLine } from './lead';
import { readServices, readTowns, type TownCase } from './town-cases';
import type { Work } from './worker';

/** A town grows by this many percent at least, with so many cases (automation.md §4). */
const GROWTH_PERCENT = 50;
const GROWTH_CASES = 5;

type Findings = ReturnType<typeof openFindings>;
type Towns = ReturnType<typeof readTowns>;

const NAMES = { quote: 'request', booking: 'booking', order: 'order' } as const;
const TYPES = ['quote', 'booking', 'order'] as const;

/** "2 requests, 1 booking by 3 people": cases in words. */
function tellCases(cases: readonly TownCase[]): string {
  const counts = TYPES.map((type) => [cases.filter((one) => one.type === type).length, NAMES[type]] as const);
  const people = new Set(cases.map(({ email }) => email.trim().toLowerCase())).size;
  const words = counts.filter(([count]) => count > 0).map(([count, name]) => counted(count, name));
  return `${words.join(', ')} by ${people === 1 ? '1 person' : `${people} people`}`;
}

/** Why a town is worth a look, and from how many cases on; undefined where it is not. */
function groundOfTown(ctx: Ctx, town: string, now: Towns, before: Towns): { reason: string; threshold: number } | undefined {
  const { expansionCases } = getSettings(ctx).automation;
  const { towns, city } = getCompany(ctx);
  const cases = now.byTown.get(town) ?? [];
  const isOutside = ![...towns, city].some((name) => name.trim().toLowerCase() === town.toLowerCase());
  const told = `${tellCases(cases)} in 90 days`;
  if (isOutside && cases.length >= expansionCases)
    return { reason: `${town} is outside the towns you serve: ${told}.`, threshold: expansionCases };
  const earlier = before.byTown.get(town)?.length ?? 0;
  // Before there was any demand at all, everything grows.
  const isComparable = before.byTown.size > 0 && !now.isCut && !before.isCut;
  const hasGrown = cases.length * 100 >= earlier * (100 + GROWTH_PERCENT);
  if (!isComparable || cases.length < GROWTH_CASES || !hasGrown) return undefined;
  const growth = earlier === 0 ? '' : `, ${Math.round(((cases.length - earlier) / earlier) * 100)} % more`;
  return { reason: `${town} is growing: ${told}, against ${earlier} in the 90 days before${growth}.`, threshold: GROWTH_CASES };
}

function judgeTowns(ctx: Ctx, findings: Findings, now: Towns, before: Towns): void {
  for (const [town, cases] of [...now.byTown].sort(([, a], [, b]) => b.length - a.length)) {
    const ground = groundOfTown(ctx, town, now, before);
    if (!ground || findings.isFull()) continue;
    findings.keep({
      kind: 'market_expansion',
      subjectType: 'town',
      subjectId: town,
      title: `Expansion to ${town}`,
      reason: ground.reason,
      evidence: cases.slice(0, MOST_EVIDENCE).map(({ type, id, at }): Evidence => {
        const name = NAMES[type];
        return { type, id, text: `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${tellDate(ctx, at)}` };
      }),
      score: scoreOf(cases.length, ground.threshold),
      to: null,
    });
  }
}

const OFFERED: ReadonlySet<string> = new Set([...BOOKING_SERVICE_TYPES, ...QUOTE_SERVICE_TYPES].map(serviceKey));
const isOffered = (serviceType: string): boolean => OFFERED.has(serviceKey(serviceType)) || familyOf(serviceType, null) !== null;

/** Services of work orders that nobody can book or ask for; answers how many orders were looked at. */
function judgeServices(ctx: Ctx, findings: Findings): number {
  const { expansionCases } = getSettings(ctx).automation;
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
      reason: `${name} is not among the services you offer, and ${counted(asked.length, 'work order')} of 90 days ${asked.length === 1 ? 'asks' : 'ask'} for it.`,
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
 * not offered (automation.md §4).
 */
export const findExpansions: Work = (ctx, runId) => {
  const findings = openFindings(ctx, runId);
  const [from, earlier, until] = [periodStart(ctx), periodStart(ctx, 2), ctx.now().toISOString()];
  // Until the next millisecond, so that what came in just now is of this period.
  const now = readTowns(ctx, { from, to: `${until}~` });
  const before = readTowns(ctx, { from: earlier, to: from });
  judgeTowns(ctx, findings, now, before);
  const services = judgeServices(ctx, findings);
  const cut = now.isCut || before.isCut ? ' There were more than a run looks at, so that growth was not judged.' : '';
  const looks = TYPES.map((type) => [now.examined[type] + before.examined[type], NAMES[type]] as const);
  return findings.tell(
    [...looks, [services, 'work order']],
    ` Towns were read from the addresses of 180 days, services from the kinds of work orders of 90 days; the words of messages were not read.${cut}`,
  );
};
