import type { DayPlan, PlanEntry } from '../../../../shared/assignments';
import { DEFAULT_DURATION_MINUTES } from '../../../../shared/dispatch';
import { businessTime } from '../../../../shared/time';

/** The hours that the timeline shows, in full hours from midnight. */
export type DaySpan = { firstHour: number; lastHour: number };
const USUAL: DaySpan = { firstHour: 7, lastHour: 22 };
/** The narrowest block in which a name can be read, in minutes. */
const LEAST_MINUTES = 45;

const getStart = ({ order }: PlanEntry): number => {
  const [hours = 0, minutes = 0] = businessTime(order.scheduledDate).split(':').map(Number);
  return hours * 60 + minutes;
};
const getMinutes = ({ order }: PlanEntry): number => order.estimatedDuration || DEFAULT_DURATION_MINUTES;

/** Returns the usual hours, extended to the earliest and the latest job of the day; midnight ends it. */
export function findDaySpan({ members }: DayPlan): DaySpan {
  const jobs = members.flatMap((member) => member.jobs);
  const lastMinute = Math.max(USUAL.lastHour * 60, ...jobs.map((job) => getStart(job) + getMinutes(job)));
  return {
    firstHour: Math.min(USUAL.firstHour, ...jobs.map((job) => Math.floor(getStart(job) / 60))),
    lastHour: Math.min(24, Math.ceil(lastMinute / 60)),
  };
}

export const getLength = ({ firstHour, lastHour }: DaySpan): number => (lastHour - firstHour) * 60;
export const listHours = ({ firstHour, lastHour }: DaySpan): number[] =>
  Array.from({ length: lastHour - firstHour }, (_, place) => firstHour + place);

/** Returns the start and length of a job on the timeline, in minutes. */
export function placeJob(job: PlanEntry, span: DaySpan): [from: number, minutes: number] {
  const from = Math.min(getStart(job) - span.firstHour * 60, getLength(span) - LEAST_MINUTES);
  return [from, Math.min(getMinutes(job), getLength(span) - from)];
}

/** Returns the lane of each job. A job that overlaps others goes below them, so that each can be pressed. */
export function assignLanes(jobs: readonly PlanEntry[], span: DaySpan): number[] {
  const lanes: number[] = [];
  const isBeside = (one: PlanEntry, other: PlanEntry): boolean => {
    const [[from, minutes], [start, length]] = [placeJob(one, span), placeJob(other, span)];
    return start < from + minutes && from < start + length;
  };
  for (const entry of jobs) {
    const taken = lanes.filter((_, place) => jobs[place] && isBeside(entry, jobs[place]));
    lanes.push(jobs.findIndex((_, lane) => !taken.includes(lane)));
  }
  return lanes;
}
