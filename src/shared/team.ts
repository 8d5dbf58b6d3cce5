import { z } from 'zod';
import { daysBetween } from './calendar-day';
import { moneyInput } from './money-input';
import { pageSchema, sortedPage, sortedPageSchema } from './page';
import { PASSWORD_LENGTH, passwordRule } from './session-schemas';
import {
  byId,
  idSchema,
  optionalAddress,
  optionalLine,
  optionalPhone,
  optionalText,
  pageInput,
  requiredEmail,
  requiredLine,
  requiredPhone,
  tooLong,
} from './text';
import { clockTime, dayOrInstant, daySchema } from './time-input';

export const TEAM_ROLES = ['cleaner', 'supervisor', 'manager'] as const;
export const TIME_OFF_STATUSES = ['requested', 'approved', 'declined'] as const;
/** A member's session lasts this long from login. */
export const MEMBER_SESSION_HOURS = 12;
export const TEMPORARY_PASSWORD_HOURS = 72;

const ROLE = `Please choose a role: ${TEAM_ROLES.join(', ')}.`;
const RATE = 'Please enter an amount such as 149.00.';
const SPECIALIZATIONS = 'Please give a list of at most 20 short words.';
/** A new password of a member. The login form accepts shorter ones and then reports a wrong password. */
const chosenPassword = passwordRule(`Please use ${PASSWORD_LENGTH}.`);

// Optional text. A missing field stays missing, so that a change keeps it.
const maybeText = z
  .string('Please enter text.')
  .nullable()
  .transform((text): string | null | undefined => text);

/** The most times of one day at which a member works. */
export const SPANS_A_DAY = 2;
const WEEKDAY = 'Please choose a weekday from 0 (Sunday) to 6.';
const memberSpan = z
  .object({ weekday: z.int(WEEKDAY).min(0, WEEKDAY).max(6, WEEKDAY), opens: clockTime, closes: clockTime })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], message: 'Please choose an end after the start.' });
export type MemberSpan = z.output<typeof memberSpan>;
/** Hours in which a member works each week. An empty list means the company's posted hours. */
const memberWeek = z
  .array(memberSpan, 'Please give a list of hours.')
  .max(7 * SPANS_A_DAY, `Please give at most ${SPANS_A_DAY} times a day.`)
  .superRefine((hours, ctx) => {
    for (const [index, span] of hours.entries()) {
      const earlier = hours.slice(0, index).filter(({ weekday }) => weekday === span.weekday);
      const isOverlap = earlier.some(({ opens, closes }) => span.opens < closes && opens < span.closes);
      const message = isOverlap
        ? 'These hours overlap others of the same day.'
        : earlier.length >= SPANS_A_DAY && `Please give at most ${SPANS_A_DAY} times a day.`;
      if (message) ctx.addIssue({ code: 'custom', path: [index, 'opens'], message });
    }
  });
export const memberHoursChange = z.object({ memberId: idSchema, hours: memberWeek });
export const memberHoursInput = memberHoursChange.pick({ memberId: true });
export const memberHoursSchema = z.object({ hours: z.array(memberSpan) });

const memberFields = z.object({
  employeeId: requiredLine(40).transform((text) => text.trim()),
  firstName: requiredLine(120).transform((text) => text.trim()),
  lastName: requiredLine(120).transform((text) => text.trim()),
  email: requiredEmail,
  phone: requiredPhone,
  role: z.enum(TEAM_ROLES, ROLE),
  specializations: z.array(requiredLine(60), SPECIALIZATIONS).max(20, SPECIALIZATIONS),
  isActive: z.boolean('Please say whether the member is active.'),
  hireDate: requiredLine(40).pipe(dayOrInstant),
  /** Dollars in, cents out; null and blank mean no rate. */
  hourlyRate: z
    .union([z.string(), z.number()], RATE)
    .nullable()
    .transform((rate) => (rate === '' ? null : rate))
    .pipe(moneyInput.nullable()),
  emergencyContact: maybeText.pipe(optionalLine(120)),
  emergencyPhone: maybeText.pipe(optionalPhone),
  address: maybeText.pipe(optionalAddress(240)),
  notes: maybeText.pipe(optionalText(4000)),
});

/** A new member. Without a password the server makes a temporary one. */
export const memberInput = memberFields
  .partial({ hourlyRate: true, emergencyContact: true, emergencyPhone: true, address: true, notes: true })
  .extend({
    role: memberFields.shape.role.default('cleaner'),
    specializations: memberFields.shape.specializations.default([]),
    isActive: memberFields.shape.isActive.default(true),
    password: chosenPassword.nullish(),
  });
/** The fields of the office's form, and the hours, which have a call of their own. Status and password have their own buttons. */
export const memberForm = memberFields.omit({ isActive: true }).extend({ hours: memberWeek });
/** Fields of a member to change; missing ones stay as they are. */
export const memberChange = memberFields.partial().extend({ ...byId.shape, password: chosenPassword.nullish() });

/** A member as the office sees it, never with a password or its hash. */
export const memberSchema = z.object({
  id: z.int(),
  employeeId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(TEAM_ROLES),
  specializations: z.array(z.string()),
  isActive: z.boolean(),
  hireDate: z.string(),
  hourlyRate: z.string().nullable(),
  emergencyContact: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  mustChangePassword: z.boolean(),
  lastLogin: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Member = z.output<typeof memberSchema>;
export const getFullName = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`;

/** The columns that the list can be sorted by. */
export const MEMBER_ORDERS = ['name', 'employeeId'] as const;
export const memberListInput = z.object(sortedPage(...MEMBER_ORDERS));
export const memberList = sortedPageSchema(memberSchema);
export const allMembers = pageSchema(memberSchema);
/** A new member, with the temporary password if the server made one. It is never returned again. */
export const newMember = memberSchema.extend({ temporaryPassword: z.string().optional() });
/** A deactivated member. Each warning names jobs that returned to dispatch. */
export const deactivatedMember = memberSchema.extend({ warnings: z.array(z.string()) });
export const changedMember = memberSchema.extend({ warnings: z.array(z.string()).optional() });
export const temporaryPassword = z.object({ temporaryPassword: z.string() });
export const openJobs = z.object({ openJobs: z.int() });

const EMPLOYEE_ID = 'Employee ID is required';
const TOO_SHORT = 'Password must be at least 4 characters';
export const memberLogin = z.object({
  employeeId: z
    .string(EMPLOYEE_ID)
    .max(120, tooLong(120))
    .refine((text) => text.trim() !== '', EMPLOYEE_ID),
  password: z.string(TOO_SHORT).min(4, TOO_SHORT).max(256, tooLong(256)),
});
export const memberLoginAnswer = z.object({ teamMember: z.object({ id: z.int(), name: z.string(), role: z.enum(TEAM_ROLES) }) });
export const passwordChange = z.object({
  currentPassword: z.string('Please enter your current password.').min(1, 'Please enter your current password.').max(256, tooLong(256)),
  newPassword: chosenPassword,
});
/** The signed-in member, as shown to that member. Hourly rates are never shown to members. */
export const ownMember = z.object({
  id: z.int(),
  name: z.string(),
  role: z.enum(TEAM_ROLES),
  employeeId: z.string(),
  mustChangePassword: z.boolean(),
});

export const timeOffSchema = z.object({
  id: z.int(),
  teamMemberId: z.int(),
  memberName: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  reason: z.string().nullable(),
  status: z.enum(TIME_OFF_STATUSES),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type TimeOff = z.output<typeof timeOffSchema>;
export const ownTimeOff = z.object({ rows: z.array(timeOffSchema) });
export const timeOffList = pageSchema(timeOffSchema);

/** The longest time off of one entry, in days. */
const LONGEST_DAYS_OFF = 366;
const days = z.object({ startDate: daySchema, endDate: daySchema, reason: optionalLine(240) });
type Span = { startDate: string; endDate: string };
// An invalid day is NaN days away and has its own message.
const inOrder = ({ startDate, endDate }: Span) => !(daysBetween(startDate, endDate) < 0);
const notTooLong = ({ startDate, endDate }: Span) => !(daysBetween(startDate, endDate) >= LONGEST_DAYS_OFF);
const ORDER = { path: ['endDate'], message: 'Please choose a last day that is not before the first.' };
const LENGTH = { path: ['endDate'], message: `Please enter at most ${LONGEST_DAYS_OFF} days at a time.` };
/** Days off that a member requests, first and last day included. */
export const timeOffRequest = days.refine(inOrder, ORDER).refine(notTooLong, LENGTH);
/** Days off that the office enters for a member. */
export const timeOffEntry = days.extend({ teamMemberId: idSchema }).refine(inOrder, ORDER).refine(notTooLong, LENGTH);
export const timeOffListInput = pageInput.extend({
  limit: pageInput.shape.limit.default(100),
  status: z.enum(TIME_OFF_STATUSES, `Please choose a status: ${TIME_OFF_STATUSES.join(', ')}.`).default('requested'),
});
/** Transitions of days off: the office decides once. */
export const TIME_OFF_TRANSITIONS: Record<TimeOff['status'], readonly TimeOff['status'][]> = {
  requested: ['approved', 'declined'],
  approved: [],
  declined: [],
};
export const timeOffDecision = byId.extend({ status: z.enum(['approved', 'declined'], 'Please approve or decline it.') });
