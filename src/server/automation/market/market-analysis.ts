import type { SubjectType } from '../../../shared/automation';
import { formatCount } from '../../../shared/counts';
import { countCases, type DemandFigures, demandPeriods, formatDemandKey } from '../../../shared/demand';
import { formatMoney } from '../../../shared/store-sums';
import { businessDay, formatDate } from '../../../shared/time';
import { TOWNS } from '../../../shared/towns';
import type { Ctx } from '../../context';
import { MOST_ADDRESSES } from '../../market/cases';
import { analyseDemand, countDemand, type DemandChange } from '../../market/service';
import { getSettings } from '../../settings/service';
import { recordFinding } from '../opportunities';
import type { WorkerTask } from '../sweep';
import { formatKnownCount } from '../wording';

function describeFigures(day: string, days: number, { inquiries, converted, bookings, jobsDone, revenueCents }: DemandFigures): string {
  const became = inquiries === 0 ? '' : ` (${converted} became a job)`;
  return `${days} days to ${formatDate(day)}: ${formatCount(inquiries, 'inquiry')}${became}, ${formatCount(bookings, 'booking')}, ${formatCount(jobsDone, 'job')} done for ${formatMoney(revenueCents)} before tax`;
}

function getSubjectType({ dimension, key }: DemandChange): SubjectType {
  if (dimension !== 'area') return 'service';
  return TOWNS.some(({ name }) => name === key) ? 'town' : 'area';
}

function recordChange(ctx: Ctx, runId: number, change: DemandChange): boolean {
  const { dimension, key, dedupeKey, isMore, percent, now, before } = change;
  const { periodDays } = getSettings(ctx).automation;
  const periods = demandPeriods(businessDay(ctx.now()), periodDays);
  const name = formatDemandKey(dimension, key);
  const [cases, casesBefore] = [countCases(now), countCases(before)];
  const ending = percent === null ? 'demand where there was none' : `demand ${isMore ? 'up' : 'down'} ${percent}%`;
  const evidence = (day: string, figures: DemandFigures) => ({
    type: 'demand',
    id: `${dimension}:${key}`,
    text: describeFigures(day, periodDays, figures),
  });
  const row = recordFinding(ctx, runId, {
    kind: 'insight',
    dedupeKey,
    subjectType: getSubjectType(change),
    subjectId: key,
    title: `${name}: ${ending}`,
    reason: `${cases} inquiries and bookings in the ${periodDays} days to ${formatDate(periods.now.periodEnd)}, ${casesBefore} in the ${periodDays} days before`,
    evidence: [evidence(periods.now.periodEnd, now), evidence(periods.before.periodEnd, before)],
    score: 40 + 2 * Math.abs(cases - casesBefore),
  });
  return row !== undefined;
}

function describeChanges(created: number, known: number, percent: number): string {
  const changes = (number: number) => `${formatCount(number, 'change')} of ${percent}% or more`;
  if (created === 0) return known === 0 ? `no clear change of ${percent}% or more` : `${changes(known)}, known already`;
  return known === 0 ? changes(created) : `${changes(created)}; ${formatKnownCount(known)}`;
}

/**
 * Compares the demand of two periods, stores the figures, and reports each change once a quarter. The figures are stored in the slice that
 * ends the run, so that no screen shows those of a run that was cut off.
 */
export const analyseMarket: WorkerTask = function* (ctx, { id: runId }, demand) {
  const counts = demand ?? countDemand(ctx);
  yield;
  const { examined, changes, compared, tooFew, isAreaCut, isBeforeWhole } = analyseDemand(ctx, runId, counts);
  const created = changes.filter((change) => recordChange(ctx, runId, change)).length;
  const begin = `examined ${examined}, created ${created}: `;
  const { insightPercent, periodDays } = getSettings(ctx).automation;
  if (examined === 0)
    return { examined, created, message: `${begin}nothing was asked for, booked or done in the last ${2 * periodDays} days` };
  const cut = isAreaCut ? `; there were more than ${MOST_ADDRESSES} addresses, so areas were not compared` : '';
  if (!isBeforeWhole)
    return { examined, created, message: `${begin}your records do not cover ${2 * periodDays} days yet, so nothing was compared${cut}` };
  if (tooFew === compared) return { examined, created, message: `${begin}too few cases${cut}` };
  const known = changes.length - created;
  const few = tooFew > 0 ? `; too few cases in ${tooFew} of ${compared}` : '';
  return { examined, created, message: `${begin}${describeChanges(created, known, insightPercent)}${few}${cut}` };
};
