import { toNestErrors } from '@hookform/resolvers';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { parseCents } from '../../../../shared/money';
import { type Frequency, toRule } from '../../../../shared/plans';
import type { Estimate } from '../../../../shared/pricing-schemas';
import { QUOTE_LINE_KINDS, type QuoteLineKind } from '../../../../shared/quoting';
import { type PricedQuote, quoteComposition } from '../../../../shared/quoting-schemas';
import { toIssues } from '../../../../shared/text';

const KIND_NAMES: Record<QuoteLineKind, string> = { service: 'Service', extra: 'Extra', goods: 'Goods', discount: 'Discount' };
export const KINDS = QUOTE_LINE_KINDS.map((kind) => [kind, KIND_NAMES[kind]] as const);

/** A line as it is typed. `isGoods` is undefined while it follows from the kind. */
export type LineValues = {
  kind: QuoteLineKind;
  description: string;
  quantity: string;
  price: string;
  minutes: string;
  isOptional: boolean;
  isGoods: boolean | undefined;
};
export type QuoteValues = {
  serviceType: string;
  lines: LineValues[];
  depositKind: 'none' | 'amount' | 'percent';
  deposit: string;
  validUntil: string;
  message: string;
  terms: string;
  /** `stored` is a rule that the choice does not offer, kept in `rrule`. */
  frequency: Frequency | 'stored';
  rrule: string;
  startDate: string;
  startTime: string;
  discountPercent: string;
};
export type Composition = Omit<z.input<typeof quoteComposition>, 'inquiryId' | 'clientId'>;

export const BLANK_LINE: LineValues = {
  kind: 'service',
  description: '',
  quantity: '1',
  price: '',
  minutes: '',
  isOptional: false,
  isGoods: undefined,
};

/** Returns the line of an item of the price book or of an estimate. */
export const toLine = ({ kind, description, quantity, price, minutes }: Estimate['lines'][number]): LineValues => ({
  ...BLANK_LINE,
  ...{ kind, description, price, quantity: String(quantity), minutes: minutes === 0 ? '' : String(minutes) },
});

type Blank = Pick<QuoteValues, 'serviceType' | 'lines' | 'validUntil' | 'terms'> & { today: string; frequency?: Frequency | undefined };

/** Returns the values of a new quote. */
export const blankQuote = ({ serviceType, lines, validUntil, terms, today, frequency = 'once' }: Blank): QuoteValues => ({
  ...{ serviceType, lines, validUntil, terms, frequency },
  ...{ depositKind: 'none', deposit: '', message: '', rrule: '', startDate: today, startTime: '09:00', discountPercent: '' },
});

const FREQUENCIES = ['week', '2weeks', '4weeks'] as const;

/** Returns the values of a quote that exists; one that has expired is valid until `validUntil`. */
export function toValues(quote: PricedQuote, today: string, validUntil: string): QuoteValues {
  const { plan, deposit, depositPercent } = quote;
  const known = plan && FREQUENCIES.find((frequency) => toRule(frequency, plan.startDate) === plan.rrule);
  return {
    serviceType: quote.serviceType,
    lines: quote.lines.map(({ kind, description, quantity, price, minutes, isOptional, isGoods }) => ({
      ...{ kind, description, isOptional, quantity: String(quantity), minutes: minutes === null ? '' : String(minutes) },
      price: kind === 'discount' ? price.replace(/^-/, '') : price,
      isGoods: isGoods === (kind === 'goods') ? undefined : isGoods,
    })),
    depositKind: depositPercent !== null ? 'percent' : deposit !== null ? 'amount' : 'none',
    deposit: depositPercent !== null ? String(depositPercent) : (deposit ?? ''),
    validUntil: quote.validUntil < today ? validUntil : quote.validUntil,
    message: quote.message ?? '',
    terms: quote.terms ?? '',
    frequency: plan ? (known ?? 'stored') : 'once',
    rrule: plan?.rrule ?? '',
    startDate: plan?.startDate ?? today,
    startTime: plan?.startTime ?? '09:00',
    discountPercent: plan?.discountPercent ? String(plan.discountPercent) : '',
  };
}

/** Returns the price of a line in cents, below zero for a discount, and 0 while it cannot be read. */
export function priceCents({ kind, price }: Pick<LineValues, 'kind' | 'price'>): number {
  const cents = parseCents(price) ?? 0;
  return kind === 'discount' ? -Math.abs(cents) : Math.max(0, cents);
}

export function getQuantity({ quantity }: Pick<LineValues, 'quantity'>): number {
  const count = Number(quantity);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** Returns the rule of the plan for the chosen frequency; an empty text without a plan. */
function getRule({ frequency, rrule, startDate }: Pick<QuoteValues, 'frequency' | 'rrule' | 'startDate'>): string {
  if (frequency === 'stored') return rrule;
  return frequency === 'once' || !/^\d{4}-\d\d-\d\d$/.test(startDate) ? '' : toRule(frequency, startDate);
}

/** A discount is typed as the amount that it takes off. */
const signPrice = ({ kind, price }: LineValues): string => {
  const text = price.trim();
  return kind === 'discount' && text !== '' && !text.startsWith('-') ? `-${text}` : text;
};

/** Returns what is sent for the values of the form. */
export function toComposition(values: QuoteValues): Composition {
  const { serviceType, validUntil, message, terms, depositKind, deposit, frequency, startDate, startTime, discountPercent } = values;
  const lines = values.lines.map((line) => ({
    ...{ kind: line.kind, description: line.description, quantity: line.quantity, isOptional: line.isOptional },
    price: signPrice(line),
    minutes: line.minutes.trim() === '' ? null : line.minutes,
    ...(line.isGoods !== undefined && { isGoods: line.isGoods }),
  }));
  const typed = deposit.trim();
  return {
    ...{ serviceType, lines, message, terms },
    ...(validUntil && { validUntil }),
    deposit: depositKind === 'none' ? null : depositKind === 'percent' ? { percent: typed } : { amount: typed },
    plan:
      frequency === 'once'
        ? null
        : { rrule: getRule(values), startDate, startTime, ...(discountPercent.trim() !== '' && { discountPercent }) },
  };
}

const FIELD_BY_PATH: Record<string, string> = { 'deposit.amount': 'deposit', 'deposit.percent': 'deposit', 'plan.rrule': 'frequency' };
/** Returns the form's field for the path of an issue. */
const findField = (path: string): string => FIELD_BY_PATH[path] ?? path.replace(/^plan\./, '');

/** Checks the form by the schema of the call, and returns the values as typed. */
export const checkQuote: Resolver<QuoteValues, unknown, QuoteValues> = (values, _context, options) => {
  const issues = toIssues(quoteComposition.safeParse(toComposition(values)).error);
  const hasDeposit = values.depositKind === 'none' || parseCents(values.deposit) !== undefined;
  const example = values.depositKind === 'percent' ? '25' : '50.00';
  const found = hasDeposit ? issues : [...issues, { path: 'deposit', message: `Please enter the deposit, such as ${example}.` }];
  if (found.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(found.map(({ path, message }) => [findField(path), { type: 'custom', message }]));
  return { values: {}, errors: toNestErrors(errors, options) };
};
