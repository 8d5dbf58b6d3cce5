import { addDays } from '../../shared/calendar-day';
import type { PlanInput } from '../../shared/plans-schemas';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { pausePlan } from '../plans/changes';
import { createPlan } from '../plans/service';
import type { People } from './people';

type Wish = Pick<PlanInput, 'serviceType' | 'rrule' | 'startTime' | 'minutes' | 'price'> &
  Partial<PlanInput> & {
    /** The client and the preferred member by their places in the lists of people. */
    client: number;
    member: number | null;
    isPaused?: true;
  };
const WISHES: Wish[] = [
  {
    client: 1,
    member: 2,
    serviceType: 'commercial',
    rrule: 'FREQ=WEEKLY;BYDAY=WE',
    startTime: '18:00',
    minutes: 120,
    price: 22_000,
    notes: 'After the last patient. The alarm code is in the key box.',
    billing: 'month',
  },
  {
    client: 5,
    member: 0,
    serviceType: 'residential',
    rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
    startTime: '10:00',
    minutes: 150,
    price: 16_500,
    discountPercent: 10,
    holidayRule: 'next',
  },
  {
    client: 7,
    member: null,
    serviceType: 'deep-cleaning',
    rrule: 'FREQ=MONTHLY;BYDAY=2TH',
    startTime: '13:00',
    minutes: 180,
    price: 31_000,
  },
  {
    client: 11,
    member: 3,
    serviceType: 'residential',
    rrule: 'FREQ=WEEKLY;BYDAY=FR',
    startTime: '09:00',
    minutes: 120,
    price: 14_900,
    isPaused: true,
  },
];

/** Makes the plans of regular clients, which begin tomorrow; one of them is paused. */
export function makePlans(ctx: Ctx, { clients, members }: People): void {
  const startDate = addDays(businessDay(ctx.now()), 1);
  for (const { client, member, isPaused, ...wish } of WISHES) {
    const { id } = createPlan(ctx, {
      notes: null,
      crewSize: 1,
      checklist: [],
      discountPercent: 0,
      holidayRule: 'skip',
      billing: 'visit',
      ...wish,
      startDate,
      clientId: clients[client] ?? 0,
      preferredMemberId: member === null ? null : (members[member] ?? null),
    });
    if (isPaused) pausePlan(ctx, { id });
  }
}
