import { describe, expect, test } from 'vitest';
import { formatServiceDays, getQuoteNumber, invoicePath, quotePath, receiptPath } from '../../src/shared/invoices';
import {
  invoiceChange,
  invoiceInput,
  invoiceListInput,
  paymentInput,
  receiptInput,
  receiptListInput,
} from '../../src/shared/invoices-schemas';
import { MISSING } from '../../src/shared/text';

const INVOICE = {
  customerName: 'Maria Santos',
  serviceType: 'Residential Cleaning',
  serviceDate: '2026-11-20',
  dueDate: '2026-12-04',
  subtotal: '149.00',
};
const RECEIPT = {
  customerName: 'Maria Santos',
  paymentMethod: 'cash',
  amountPaid: '20.00',
  paymentDate: '2026-11-20',
  description: 'Payment',
};
type Parsed = { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined };
const issuesOf = ({ error }: Parsed) => error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
const AMOUNT = 'Please enter an amount such as 149.00.';
const METHOD = 'Please choose a method: ';

describe('the input of an invoice', () => {
  test('has its defaults', () => {
    expect(invoiceInput.parse(INVOICE)).toMatchObject({ subtotal: 14_900, status: 'pending', serviceDate: '2026-11-20' });
  });
  test.each(['customerName', 'serviceType', 'serviceDate', 'dueDate', 'subtotal'])('needs %s', (field) => {
    expect(issuesOf(invoiceInput.safeParse({ ...INVOICE, [field]: undefined }))).toEqual([`${field}: ${MISSING}`]);
    expect(issuesOf(invoiceInput.safeParse({ ...INVOICE, [field]: '' }))).toEqual([`${field}: ${MISSING}`]);
  });
  test.each([
    ['', null],
    ['   ', null],
    [null, null],
    ['maria@example.com', 'maria@example.com'],
  ])('reads the e-mail address %j as %j', (customerEmail, read) =>
    expect(invoiceInput.parse({ ...INVOICE, customerEmail }).customerEmail).toBe(read),
  );
  test('rejects an invalid e-mail address', () =>
    expect(invoiceInput.safeParse({ ...INVOICE, customerEmail: 'maria' }).success).toBe(false));
  test.each([
    ['2026-11-20T00:00:00.000Z', '2026-11-20'],
    ['2026-11-20T20:00:00.000Z', '2026-11-20'],
    ['2026-11-20T06:00:00.000Z', '2026-11-19'],
  ])('reads the day %s as %s', (serviceDate, day) => expect(invoiceInput.parse({ ...INVOICE, serviceDate }).serviceDate).toBe(day));
  test.each([
    ['e-transfer', 'e-transfer'],
    ['Interac E-Transfer', 'e-transfer'],
    [' direct deposit ', 'direct-deposit'],
    ['Credit/Debit Card', 'card'],
    ['CASH', 'cash'],
  ])('reads the method %j as %s', (paymentMethod, code) =>
    expect(invoiceInput.parse({ ...INVOICE, paymentMethod }).paymentMethod).toBe(code),
  );
  test.each(['gold', '', 12, {}])('rejects the method %j', (paymentMethod) => {
    expect(issuesOf(invoiceInput.safeParse({ ...INVOICE, paymentMethod }))?.[0]).toContain(`paymentMethod: ${METHOD}`);
  });
  test('can only be a draft or pending at first', () => {
    expect(invoiceInput.parse({ ...INVOICE, status: 'draft' }).status).toBe('draft');
    expect(issuesOf(invoiceInput.safeParse({ ...INVOICE, status: 'paid' }))).toEqual(['status: A new invoice is draft or pending.']);
  });
  test('can change single fields, and the status to a known one', () => {
    expect(invoiceChange.parse({ id: '7', notes: ' ' })).toEqual({ id: 7, notes: null, confirm: false });
    expect(issuesOf(invoiceChange.safeParse({ id: 7, status: 'void' }))).toEqual([
      'status: Please choose a status: draft, pending, paid, overdue.',
    ]);
  });
  test.each([
    ['a key', true],
    ['x'.repeat(200), true],
    ['x'.repeat(201), false],
    ['', false],
    ['é', false],
  ])('takes the key %j: %s', (key, isTaken) => {
    expect(invoiceInput.safeParse({ ...INVOICE, idempotencyKey: key.replace(' ', '-') }).success).toBe(isTaken);
    expect(invoiceInput.safeParse({ ...INVOICE, idempotencyKey: `${key} ` }).success).toBe(false);
  });
});

describe('a line of an invoice', () => {
  const read = (item: object) => invoiceInput.safeParse({ ...INVOICE, items: [{ description: 'Windows', price: '40.00', ...item }] });
  test('has its defaults', () =>
    expect(read({}).data?.items?.[0]).toEqual({ description: 'Windows', quantity: 1, price: 4000, isGoods: false }));
  test.each([
    ['0', 0],
    [40, 4000],
    ['99999999.99', 9_999_999_999],
  ])('can cost %j', (price, cents) => expect(read({ price }).data?.items?.[0]?.price).toBe(cents));
  test.each([
    ['-0.01', `items.0.price: ${AMOUNT}`],
    ['1.005', `items.0.price: ${AMOUNT}`],
    ['100000000', `items.0.price: ${AMOUNT}`],
    ['free', `items.0.price: ${AMOUNT}`],
    ['', `items.0.price: ${MISSING}`],
    [undefined, `items.0.price: ${MISSING}`],
  ])('cannot cost %j', (price, words) => expect(issuesOf(read({ price }))).toEqual([words]));
  test.each([
    [1, true],
    ['3', true],
    [0, false],
    [1.5, false],
    [-1, false],
    [1e9, false],
    ['many', false],
  ])('takes a quantity of %j: %s', (quantity, isTaken) => {
    const result = read({ quantity });
    expect(result.success).toBe(isTaken);
    if (!isTaken) expect(issuesOf(result)?.[0]).toMatch(/^items\.0\.quantity: Please give a whole quantity from 1 to \d+\.$/);
  });
  const TAKES_OFF = 'items.0.price: Please enter an offer as one negative amount, such as -25.00.';
  test.each([
    ['-25.00', 1, undefined],
    ['0', 1, undefined],
    ['25.00', 1, [TAKES_OFF]],
    ['-25.00', 2, [TAKES_OFF]],
    ['-100000000', 1, [`items.0.price: ${AMOUNT}`]],
  ])('with an offer checks a price of %s and a quantity of %i', (price, quantity, told) => {
    const offer = 'first-online-booking';
    const result = read({ price, quantity, offer });
    const isKnown = !issuesOf(result)?.some((issue) => issue.startsWith('items.0.offer'));
    expect(isKnown ? issuesOf(result) : 'the offer has another name').toEqual(told);
  });
  test('cannot follow two hundred others', () => {
    const of = (count: number) => invoiceInput.safeParse({ ...INVOICE, items: Array(count).fill({ description: 'W', price: 1 }) });
    expect(of(200).success).toBe(true);
    expect(issuesOf(of(201))).toEqual(['items: Please use at most 200 line items.']);
  });
});

describe('the input of a payment or a receipt', () => {
  test('needs the amount, method and day of a payment', () => {
    expect(paymentInput.parse({ id: 1, amount: 20, paymentMethod: 'cheque', paymentDate: '2026-11-20' })).toMatchObject({ amount: 2000 });
    expect(issuesOf(paymentInput.safeParse({ id: 1, amount: '', paymentMethod: 'cash', paymentDate: ' ' }))).toEqual([
      `amount: ${MISSING}`,
      `paymentDate: ${MISSING}`,
    ]);
  });
  test('has defaults for a receipt', () => {
    expect(receiptInput.parse(RECEIPT)).toMatchObject({ amountPaid: 2000, isRefund: false, includesTax: false });
  });
  test.each(['customerName', 'paymentMethod', 'amountPaid', 'paymentDate', 'description'])('needs %s for a receipt', (field) => {
    for (const value of [undefined, ''])
      expect(issuesOf(receiptInput.safeParse({ ...RECEIPT, [field]: value }))).toEqual([`${field}: ${MISSING}`]);
  });
  test('rejects a missing and an unknown method', () => {
    expect(issuesOf(receiptInput.safeParse({ ...RECEIPT, paymentMethod: null }))).toEqual([`paymentMethod: ${MISSING}`]);
    expect(issuesOf(receiptInput.safeParse({ ...RECEIPT, paymentMethod: 'gold' }))?.[0]).toContain(METHOD);
  });
  test.each([-1, '-0.01', '99999999999', 'x'])('rejects an amount of %j', (amountPaid) => {
    expect(issuesOf(receiptInput.safeParse({ ...RECEIPT, amountPaid }))).toEqual([`amountPaid: ${AMOUNT}`]);
  });
});

describe('lists of invoices and receipts', () => {
  test.each([
    [invoiceListInput, { view: 'all', limit: 25 }],
    [receiptListInput, { view: 'all', limit: 25 }],
  ])('have defaults and limits', (input, defaults) => {
    expect(input.parse({})).toMatchObject(defaults);
    expect([0, 1, 100, 101].map((limit) => input.safeParse({ limit }).success)).toEqual([false, true, true, false]);
    expect(input.safeParse({ view: 'lost' }).success).toBe(false);
  });
});

test('documents have paths, and the quote of an invoice has a number', () => {
  expect([getQuoteNumber('SPC001'), invoicePath(3), quotePath(3), receiptPath(3)]).toEqual([
    'QU-SPC001',
    '/documents/invoice/3',
    '/documents/quote/3',
    '/documents/receipt/3',
  ]);
});

test('an invoice names the day of its service, or the first and the last day of its visits', () => {
  const serviceDate = '2026-12-15';
  const visits = (...days: string[]) => formatServiceDays({ serviceDate, jobs: days.map((day) => ({ day })) });
  expect(formatServiceDays({ serviceDate })).toBe('Tuesday, December 15, 2026');
  expect(visits('2026-12-15', '2026-12-15')).toBe('Tuesday, December 15, 2026');
  expect(visits('2026-12-01', '2026-12-08', '2026-12-15')).toBe('December 1, 2026 to December 15, 2026');
});
