import type { Priority, WorkOrder } from '../../shared/dispatch';
import type { Ctx } from '../context';
import { createAssignment } from '../dispatch/assignments';
import { planWorkOrder, setJobComponent, setWorkOrderStatus, updateWorkOrder } from '../dispatch/service';
import { respond, setJobStatus } from '../field/service';
import { DAY, setClock, toInstant, type When } from './clock';
import type { People } from './people';

const SERVICES = ['residential', 'commercial', 'residential', 'specialty', 'deep-cleaning', 'carpet-cleaning', 'emergency'];
const AMOUNTS = ['149.00', '220.00', '165.00', '310.00', '240.00', '189.00', '420.00'];
const PRIORITY_CYCLE: Priority[] = ['medium', 'medium', 'high', 'medium', 'low', 'medium', 'urgent'];

export type Stage =
  | 'unassigned'
  | 'waiting'
  | 'accepted'
  | 'enroute'
  | 'onsite'
  | 'complete'
  | 'finalized'
  | 'incomplete'
  | 'declined'
  | 'cancelled';
/** `crew` is the size of a larger crew, and how many members help already. */
type Job = { client: number; member: number; at: When; stage: Stage; crew?: Crew };
type Crew = { size: number; helpers: number };
const TIMES = ['08:30', '10:30', '13:00', '15:30'];

/** Plans sixty jobs from 100 days ago to nine days ahead: most past ones done, today's in progress, half of the future ones assigned. */
function planJobs({ clients, members }: People): Job[] {
  // Two clients have no recent or future jobs, so they count as lapsed.
  const clientAt = (place: number) => ([13, 16].includes(place % clients.length) ? 9 : place % clients.length);
  const past: Job[] = Array.from({ length: 30 }, (_, place) => ({
    client: place < 22 ? place % 11 : (place * 3) % 17,
    member: place % members.length,
    at: { days: -(place < 22 ? 2 + place * 2 : 48 + (place - 22) * 7), time: TIMES[place % 4] ?? '09:00' },
    stage: place % 11 === 5 ? 'cancelled' : place % 3 === 0 ? 'complete' : 'finalized',
  }));
  const today: [Stage, number, Crew?][] = [
    ['complete', -330],
    ['complete', -300],
    ['complete', -210],
    ['incomplete', -180],
    ['onsite', -50, { size: 2, helpers: 1 }],
    ['onsite', -35],
    ['enroute', 15],
    ['accepted', 120, { size: 3, helpers: 1 }],
    ['accepted', 150],
    ['waiting', 180],
    ['declined', 200],
    ['unassigned', 240],
  ];
  const now: Job[] = today.map(([stage, at, crew], place) => ({
    client: clientAt(place * 7),
    member: place % members.length,
    at,
    stage,
    ...(crew && { crew }),
  }));
  const stages: Stage[] = ['accepted', 'waiting', 'unassigned'];
  const ahead: Job[] = Array.from({ length: 18 }, (_, place) => ({
    client: clientAt(place * 7 + 3),
    member: place % members.length,
    at: { days: 1 + Math.floor(place / 2), time: TIMES[place % 4] ?? '09:00' },
    stage: stages[place % stages.length] ?? 'unassigned',
    ...(place === 6 && { crew: { size: 3, helpers: 2 } }),
  }));
  return [...past, ...now, ...ahead];
}

/** Rounds an instant to quarter hours, as people plan. */
const onTheQuarter = (instant: string) => new Date(Math.round(Date.parse(instant) / 900_000) * 900_000).toISOString();

/** A completed job. `start` is when it began; `priceCents` is the agreed price when the work order has no price. */
export type Done = { id: number; start: string; isPaid: boolean; priceCents?: number };

function makeJob(ctx: Ctx, people: People, job: Job, place: number): Done | undefined {
  const asked = toInstant(ctx, job.at);
  const start = typeof job.at === 'number' ? onTheQuarter(asked) : asked;
  const planned = setClock(ctx, start, -3 * DAY);
  const order = planWorkOrder(planned, {
    clientId: people.clients[job.client] ?? 0,
    serviceType: SERVICES[place % SERVICES.length] ?? 'residential',
    description: null,
    notes: null,
    scheduledDate: start,
    estimatedDuration: 90 + (place % 3) * 30,
    totalAmount: Number(AMOUNTS[place % AMOUNTS.length]) * 100,
    crewSize: job.crew?.size ?? 1,
  });
  updateWorkOrder(planned, { id: order.id, priority: PRIORITY_CYCLE[place % PRIORITY_CYCLE.length] ?? 'medium', confirm: false });
  return carryOut(ctx, order, {
    start,
    stage: job.stage,
    teamMemberId: people.members[job.member] ?? 0,
    helpers: Array.from(
      { length: job.crew?.helpers ?? 0 },
      (_, nth) => people.members[(job.member + nth + 1) % people.members.length] ?? 0,
    ),
    minutes: 95 + (place % 4) * 10,
  });
}

type Course = { start: string; stage: Stage; teamMemberId: number; helpers?: readonly number[]; minutes: number };

/** Takes a planned work order to its stage, each step at its own time around the start. Returns the job if it is done. */
export function carryOut(ctx: Ctx, order: WorkOrder, { start, stage, teamMemberId, helpers = [], minutes }: Course): Done | undefined {
  const { id } = order;
  const at = (from: number, actor = ctx.actor) => setClock(ctx, start, from, actor);
  if (stage === 'cancelled') setWorkOrderStatus(at(-DAY), { id, status: 'cancelled', reason: 'The client is away.', confirm: false });
  if (stage === 'cancelled' || stage === 'unassigned') return undefined;
  const member = { kind: 'member', id: teamMemberId, name: '' } as const;
  createAssignment(at(-2 * DAY), { workOrderId: id, teamMemberId, confirm: false });
  const own = { id, teamMemberId, remarks: null, confirm: true };
  if (stage === 'declined') respond(at(-DAY, member), { ...own, accepted: false, remarks: 'I am in Sun Peaks until the evening.' });
  if (stage === 'waiting' || stage === 'declined') return undefined;
  respond(at(-DAY, member), { ...own, accepted: true });
  for (const helper of helpers) {
    createAssignment(at(-DAY + 5), { workOrderId: id, teamMemberId: helper, confirm: false });
    respond(at(-DAY + 60, { ...member, id: helper }), { ...own, teamMemberId: helper, accepted: true });
  }
  if (stage === 'accepted') return undefined;
  setJobStatus(at(-20, member), { ...own, status: 'enroute', estimatedArrival: start });
  if (stage === 'enroute') return undefined;
  setJobStatus(at(2, member), { ...own, status: 'onsite' });
  const [first, ...others] = order.jobComponents;
  if (first) setJobComponent(at(30, member), { id: first.id, isCompleted: true });
  if (stage === 'onsite') return undefined;
  if (stage === 'incomplete') {
    setJobStatus(at(60, member), { ...own, status: 'incomplete', remarks: 'The basement was locked and nobody was there.' });
    return undefined;
  }
  for (const { id: componentId } of others) setJobComponent(at(80, member), { id: componentId, isCompleted: true });
  setJobStatus(at(minutes, member), { ...own, status: 'complete' });
  return { id, start, isPaid: stage === 'finalized' };
}

/** Makes the jobs that the office planned and returns those that are done. */
export const makeJobs = (ctx: Ctx, people: People): Done[] =>
  planJobs(people).flatMap((job, place) => makeJob(ctx, people, job, place) ?? []);
