import { toNestErrors } from '@hookform/resolvers';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { type Plan, planInput } from '../../../shared/plans-schemas';
import type { Repeat } from '../../ui/repeat';
import { readRepeat, startRepeat, writeRepeat } from '../../ui/repeat';

type PlanSent = z.input<typeof planInput>;
export const ENDS = { never: 'Never', on: 'On a date', after: 'After a number of visits' } as const;
type Task = { component: string; description: string; estimatedTime: string };

/** A plan as its form holds it: everything as typed. */
export type PlanValues = {
  /** 0 until a client is chosen. */
  clientId: number;
  /** Empty for the client's own address. */
  addressId: string;
  serviceType: string;
  rrule: Repeat;
  startDate: string;
  startTime: string;
  minutes: string;
  crewSize: string;
  price: string;
  discountPercent: string;
  preferredMemberId: string;
  checklist: Task[];
  notes: string;
  ends: keyof typeof ENDS;
  until: string;
  count: string;
  holidayRule: Plan['holidayRule'];
  billing: Plan['billing'];
};

/** Returns the first values of a new plan, which begins on a day. */
export const blankPlan = (clientId: number, startDate: string): PlanValues => ({
  clientId,
  addressId: '',
  serviceType: 'residential',
  rrule: startRepeat('2weeks', startDate),
  startDate,
  startTime: '09:00',
  minutes: '120',
  crewSize: '1',
  price: '',
  discountPercent: '0',
  preferredMemberId: '',
  checklist: [],
  notes: '',
  ends: 'never',
  until: '',
  count: '',
  holidayRule: 'skip',
  billing: 'visit',
});

/** Returns the values of a plan; `visitDay` is one of its visits. */
export const toValues = (plan: Plan, visitDay: string): PlanValues => ({
  clientId: plan.clientId,
  addressId: String(plan.addressId ?? ''),
  serviceType: plan.serviceType,
  rrule: readRepeat(plan.rrule, visitDay),
  startDate: plan.startDate,
  startTime: plan.startTime,
  minutes: String(plan.minutes),
  crewSize: String(plan.crewSize),
  price: plan.price ?? '',
  discountPercent: String(plan.discountPercent),
  preferredMemberId: String(plan.preferredMemberId ?? ''),
  checklist: plan.checklist.map(({ component, description = '', estimatedTime = '' }) => ({
    component,
    description,
    estimatedTime: String(estimatedTime),
  })),
  notes: plan.notes ?? '',
  ends: plan.until !== null ? 'on' : plan.count !== null ? 'after' : 'never',
  until: plan.until ?? '',
  count: String(plan.count ?? ''),
  holidayRule: plan.holidayRule,
  billing: plan.billing,
});

/** Returns the input of the server for the typed values. Usual repeats are counted from `visitDay`. */
export const toInput = ({ ends, ...values }: PlanValues, visitDay = values.startDate): PlanSent => ({
  ...values,
  addressId: Number(values.addressId) || null,
  rrule: writeRepeat(values.rrule, visitDay) ?? '',
  price: values.price.trim() || null,
  discountPercent: values.discountPercent.trim() || '0',
  preferredMemberId: Number(values.preferredMemberId) || null,
  checklist: values.checklist.map(({ component, description, estimatedTime }) => ({
    component,
    ...(description.trim() && { description }),
    ...(estimatedTime.trim() && { estimatedTime }),
  })),
  until: ends === 'on' ? values.until : null,
  count: ends === 'after' ? values.count : null,
});

/** Returns the resolver of the form, whose result is the input of the server. The fields of both have the same names. */
export const checkPlan =
  (visitDay?: string): Resolver<PlanValues, unknown, PlanSent> =>
  (values, _context, options) => {
    const input = toInput(values, visitDay);
    const { error } = planInput.safeParse(input);
    if (!error) return { values: input, errors: {} };
    const byPath = error.issues.map(({ path, message }) => [path.join('.'), { type: 'rule', message }] as const);
    // The first issue of a field counts.
    return { values: {}, errors: toNestErrors<PlanValues>(Object.fromEntries(byPath.toReversed()), options) };
  };

/** Returns the fields of the second input that differ from the first. */
export function listChanges(before: PlanSent, after: PlanSent): Partial<PlanSent> {
  const fields = Object.keys(after) as (keyof PlanSent)[];
  return Object.fromEntries(
    fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map((field) => [field, after[field]]),
  );
}
