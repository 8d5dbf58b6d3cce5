import { appointmentBookings, clients, contactInquiries, invoices, orders, receipts, teamMembers, workOrders } from '../../db/schema';
import { addDays } from '../shared/calendar-day';
import type { Priority } from '../shared/dispatch';
import { DomainError } from '../shared/errors';
import type { TEAM_ROLES } from '../shared/team';
import { addMinutes, businessDay, businessInstant } from '../shared/time';
import { createClient } from './clients/service';
import { createAssignment } from './dispatch/assignments';
import { planWorkOrder, setJobComponent, setWorkOrderStatus, updateWorkOrder } from './dispatch/service';
import { respond, setJobStatus } from './field/service';
import { recordPayment } from './invoices/payments';
import { updateInvoice } from './invoices/service';
import { createFromWorkOrder } from './invoices/sources';
import { countRows } from './prepared';
import { createMember } from './team/account';
import type { Ctx } from './trpc';

/** The password of all members of the demo company. */
export const DEMO_PASSWORD = 'demo-password';

const MEMBERS: [first: string, last: string, role: (typeof TEAM_ROLES)[number], specializations: string[], rate: string][] = [
  ['Amelia', 'Hart', 'cleaner', ['residential'], '22.50'],
  ['Bastien', 'Roy', 'cleaner', ['residential', 'specialty'], '23.00'],
  ['Chiara', 'Longo', 'cleaner', ['commercial'], '22.75'],
  ['Devan', 'Gill', 'cleaner', ['residential', 'commercial'], '24.00'],
  ['Elsie', 'Thomas', 'supervisor', ['specialty', 'emergency'], '27.50'],
  ['Farid', 'Nazari', 'manager', [], '31.00'],
];

/** Names, streets and rough places around Kamloops, all invented; null where the position is not known yet. */
const CLIENTS: [name: string, address: string, position: [number, number] | null, notes: string | null][] = [
  ['Maria Santos', '12 Seymour St, Kamloops, BC', [50.6755, -120.3341], 'Shoes off, please.'],
  ['Thompson Dental Clinic', '340 Victoria St, Kamloops, BC', [50.6748, -120.3299], 'Evenings only.'],
  ['River Road Cafe', '88 River Rd, Kamloops, BC', [50.6812, -120.3402], null],
  ['Juniper Ridge Strata', '2100 Qu’Appelle Blvd, Kamloops, BC', [50.6601, -120.2655], 'Ask for the caretaker.'],
  ['Noah Williams', '45 Columbia St, Kamloops, BC', [50.6689, -120.3372], null],
  ['Priya Sharma', '910 Battle St, Kamloops, BC', [50.6722, -120.3188], 'Baby sleeps from 1 to 3 p.m.'],
  ['Aberdeen Yoga Studio', '1320 Hugh Allan Dr, Kamloops, BC', [50.6398, -120.3671], null],
  ['George and Ruth Adams', '77 Pemberton Terrace, Kamloops, BC', [50.6661, -120.3405], 'Hard of hearing: ring twice.'],
  ['Sun Peaks Chalet 14', '1280 Alpine Rd, Sun Peaks, BC', [50.8837, -119.8869], 'Key in the lockbox.'],
  ['Sun Peaks Chalet 22', '3150 Creekside Way, Sun Peaks, BC', [50.8861, -119.8902], null],
  ['Barriere Community Hall', '4936 Barriere Town Rd, Barriere, BC', [51.1802, -120.1262], null],
  ['Ling Chen', '505 Fortune Dr, Kamloops, BC', [50.6971, -120.3576], null],
  ['Tranquille Auto Body', '720 Tranquille Rd, Kamloops, BC', [50.6995, -120.3661], 'Floors are oily.'],
  ['Sophie Tremblay', '61 Nicola St, Kamloops, BC', [50.6734, -120.3301], null],
  ['Merritt Guest House', '1999 Garcia St, Merritt, BC', [50.1127, -120.7889], null],
  ['Oliver Brown', '260 Valleyview Dr, Kamloops, BC', [50.6642, -120.2591], null],
  ['Ashcroft Gallery', '601 Railway Ave, Ashcroft, BC', [50.7252, -121.2806], null],
  ['Hannah Fischer', '18 Dalhousie Dr, Kamloops, BC', null, 'New client, call before the first visit.'],
  ['Logan Lake Lodge', '122 Chartrand Ave, Logan Lake, BC', null, null],
  ['Mateo Garcia', '9 Robson Dr, Kamloops, BC', null, null],
];
const SERVICES = ['residential', 'commercial', 'residential', 'specialty', 'deep-cleaning', 'carpet-cleaning', 'emergency'];
const AMOUNTS = ['149.00', '220.00', '165.00', '310.00', '240.00', '189.00', '420.00'];
const PRIORITY_CYCLE: Priority[] = ['medium', 'medium', 'high', 'medium', 'low', 'medium', 'urgent'];

const DAY = 1440;
type Stage =
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
/** A job in minutes from now, or on a day from today at a time of the company's clock. */
type Job = { client: number; member: number; at: number | { days: number; time: string }; stage: Stage };
const TIMES = ['08:30', '10:30', '13:00', '15:30'];

/** Two have not been here for long and have nothing ahead. */
const clientAt = (place: number) => (place % CLIENTS.length === 13 || place % CLIENTS.length === 16 ? 9 : place % CLIENTS.length);

/** Sixty jobs from a hundred days ago to nine days ahead: most of the past done, today in full swing, what comes half planned. */
function planJobs(): Job[] {
  const past: Job[] = Array.from({ length: 30 }, (_, place) => ({
    client: place < 22 ? place % 11 : (place * 3) % 17,
    member: place % MEMBERS.length,
    at: { days: -(place < 22 ? 2 + place * 2 : 48 + (place - 22) * 7), time: TIMES[place % 4] ?? '09:00' },
    stage: place % 11 === 5 ? 'cancelled' : place % 3 === 0 ? 'complete' : 'finalized',
  }));
  const today: [Stage, number][] = [
    ['complete', -330],
    ['complete', -300],
    ['complete', -210],
    ['incomplete', -180],
    ['onsite', -50],
    ['onsite', -35],
    ['enroute', 15],
    ['accepted', 120],
    ['accepted', 150],
    ['waiting', 180],
    ['declined', 200],
    ['unassigned', 240],
  ];
  const now: Job[] = today.map(([stage, at], place) => ({
    client: clientAt(place * 7),
    member: place % MEMBERS.length,
    at,
    stage,
  }));
  const stages: Stage[] = ['accepted', 'waiting', 'unassigned'];
  const ahead: Job[] = Array.from({ length: 18 }, (_, place) => ({
    client: clientAt(place * 7 + 3),
    member: place % MEMBERS.length,
    at: { days: 1 + Math.floor(place / 2), time: TIMES[place % 4] ?? '09:00' },
    stage: stages[place % stages.length] ?? 'unassigned',
  }));
  return [...past, ...now, ...ahead];
}

/** Throws CONFLICT where the database holds anything of a business; the starter catalogue is none (decisions X114). */
function assertNoBusiness({ db }: Ctx): void {
  const tables = {
    clients,
    'team members': teamMembers,
    'work orders': workOrders,
    'quote requests': contactInquiries,
    orders,
    bookings: appointmentBookings,
    invoices,
    receipts,
  };
  const full = Object.entries(tables).find(([, table]) => countRows(db, table, undefined) > 0);
  if (full) throw new DomainError('CONFLICT', `The demo company is for an empty database; this one has ${full[0]} already.`);
}

/** Quarter hours, as people plan. */
const onTheQuarter = (instant: string) => new Date(Math.round(Date.parse(instant) / 900_000) * 900_000).toISOString();

/** A job that is done: its work order, when it began, and whether it is paid. */
type Done = { id: number; start: string; isPaid: boolean };

/** Takes one job as far as its stage says, each step at a time of its own; answers one that is done. */
function makeJob(ctx: Ctx, job: Job, place: number): Done | undefined {
  const start =
    typeof job.at === 'number'
      ? onTheQuarter(addMinutes(ctx.now(), job.at))
      : businessInstant(addDays(businessDay(ctx.now()), job.at.days), job.at.time);
  const at = (minutes: number, actor: Ctx['actor'] = ctx.actor): Ctx => {
    const wanted = Date.parse(start) + minutes * 60_000;
    return { ...ctx, actor, now: () => new Date(Math.min(wanted, ctx.now().getTime())) };
  };
  const serviceType = SERVICES[place % SERVICES.length] ?? 'residential';
  const order = planWorkOrder(at(-3 * DAY), {
    clientId: job.client + 1,
    serviceType,
    description: null,
    notes: null,
    scheduledDate: start,
    estimatedDuration: 90 + (place % 3) * 30,
    totalAmount: Number(AMOUNTS[place % AMOUNTS.length]) * 100,
  });
  const id = order.id;
  const priority = PRIORITY_CYCLE[place % PRIORITY_CYCLE.length] ?? 'medium';
  updateWorkOrder(at(-3 * DAY), { id, priority });
  if (job.stage === 'cancelled') {
    setWorkOrderStatus(at(-DAY), { id, status: 'cancelled', reason: 'The client is away.' });
    return undefined;
  }
  if (job.stage === 'unassigned') return undefined;
  const teamMemberId = job.member + 1;
  const member = { kind: 'member', id: teamMemberId, name: '' } as const;
  createAssignment(at(-2 * DAY), { workOrderId: id, teamMemberId });
  const own = { id, teamMemberId, remarks: null };
  if (job.stage === 'declined') respond(at(-DAY, member), { ...own, accepted: false, remarks: 'I am in Sun Peaks until the evening.' });
  if (job.stage === 'waiting' || job.stage === 'declined') return undefined;
  respond(at(-DAY, member), { ...own, accepted: true });
  if (job.stage === 'accepted') return undefined;
  setJobStatus(at(-20, member), { ...own, status: 'enroute', estimatedArrival: start });
  if (job.stage === 'enroute') return undefined;
  setJobStatus(at(2, member), { ...own, status: 'onsite' });
  const [first, ...others] = order.jobComponents;
  if (first) setJobComponent(at(30, member), { id: first.id, isCompleted: true });
  if (job.stage === 'onsite') return undefined;
  if (job.stage === 'incomplete') {
    setJobStatus(at(60, member), { ...own, status: 'incomplete', remarks: 'The basement was locked and nobody was there.' });
    return undefined;
  }
  for (const { id: componentId } of others) setJobComponent(at(80, member), { id: componentId, isCompleted: true });
  setJobStatus(at(95 + (place % 4) * 10, member), { ...own, status: 'complete' });
  return { id, start, isPaid: job.stage === 'finalized' };
}

const METHODS = ['e-transfer', 'cash', 'e-transfer', 'cheque', 'direct-deposit'] as const;
/** Bills done jobs in the order of their days: most are paid, which finalizes them; of the others some are not billed yet, and some paid in part. */
function billJobs(ctx: Ctx, done: readonly Done[]): void {
  const inOrder = done.toSorted((a, b) => a.start.localeCompare(b.start));
  for (const [place, { id, start, isPaid }] of inOrder.entries()) {
    const on = (days: number): Ctx => {
      const wanted = Date.parse(start) + days * DAY * 60_000;
      return { ...ctx, now: () => new Date(Math.min(wanted, ctx.now().getTime())) };
    };
    if (!isPaid && place % 4 === 3) continue;
    const invoice = createFromWorkOrder(on(1), { id });
    const paymentMethod = METHODS[place % METHODS.length] ?? 'cash';
    if (isPaid) updateInvoice(on(2 + (place % 9)), { id: invoice.id, status: 'paid', paymentMethod });
    else if (place % 3 === 0)
      recordPayment(on(3), { id: invoice.id, amount: 5000, paymentMethod, paymentDate: businessDay(on(3).now()), idempotencyKey: null });
  }
}

/** What of the company was made. */
export type DemoCounts = { clients: number; members: number; workOrders: number };

/**
 * Fills an empty database with a company at work: 20 clients, 6 members and 60 work orders around today with their invoices, through the same services as
 * the office and the phones use. Throws CONFLICT, and then writes nothing, where there is business already.
 */
export async function seedDemo(ctx: Ctx): Promise<DemoCounts> {
  assertNoBusiness(ctx);
  for (const [place, [firstName, lastName, role, specializations, rate]] of MEMBERS.entries())
    await createMember(ctx, {
      employeeId: `E-${101 + place}`,
      firstName,
      lastName,
      email: `${firstName.toLowerCase()}@example.com`,
      phone: `(250) 555-01${10 + place}`,
      role,
      specializations,
      isActive: true,
      hireDate: `202${3 + (place % 3)}-0${place + 1}-15`,
      hourlyRate: Number(rate) * 100,
      emergencyContact: `Pat ${lastName}`,
      emergencyPhone: `(250) 555-01${30 + place}`,
      address: `${20 + place} Lansdowne St, Kamloops, BC`,
      notes: null,
      password: DEMO_PASSWORD,
    });
  for (const [place, [name, address, position, notes]] of CLIENTS.entries())
    createClient(ctx, {
      name,
      address,
      notes,
      email: `client${place + 1}@example.com`,
      phone: `(250) 555-02${10 + place}`,
      latitude: position?.[0] ?? null,
      longitude: position?.[1] ?? null,
    });
  const jobs = planJobs();
  billJobs(
    ctx,
    jobs.flatMap((job, place) => makeJob(ctx, job, place) ?? []),
  );
  return { clients: CLIENTS.length, members: MEMBERS.length, workOrders: jobs.length };
}
