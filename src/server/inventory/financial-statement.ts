import { sql } from 'drizzle-orm';
import { type DailySum, readDailySums, sumReceived } from '../../../db/daily-sums';
import { PAID_BY } from '../../shared/invoices';
import { formatCents } from '../../shared/money';
import { addUp } from '../../shared/statistics';
import { PAYMENT_METHODS, type PaymentMethod } from '../../shared/store-options';
import type { TaxProfile } from '../../shared/store-sums';
import { getTaxLabels, getTaxTerms, type TaxTerms } from '../../shared/taxes';
import type { Ctx } from '../context';
import { summarizeStock } from './figures';

type Period = { from: string; to: string };
type Tally = Pick<DailySum, 'count' | 'total'>;

const readSums = (ctx: Ctx, kind: Parameters<typeof readDailySums>[1], period: Period) => readDailySums(ctx, kind, period, 'whole');
const formatAmounts = <Name extends string>(amounts: Record<Name, number>) =>
  Object.fromEntries(Object.entries<number>(amounts).map(([name, cents]) => [name, formatCents(cents)])) as Record<Name, string>;
const inState = (rows: readonly DailySum[], wanted: string) => rows.filter(({ state }) => state === wanted);
const formatTally = (rows: readonly Tally[]) => ({ count: addUp(rows, 'count'), amount: formatCents(addUp(rows, 'total')) });

/** The rates at which orders are taxed, provided that the tax applies to all of their products. */
const ORDER_TERMS: Record<TaxProfile, ReturnType<typeof getTaxTerms>> = {
  documented: getTaxTerms('documented', { servicesCents: 0, goodsCents: 1 }),
  'bc-current': getTaxTerms('bc-current', { servicesCents: 0, goodsCents: 1 }),
};

const NO_TAX = { onOrders: 0, onInvoices: 0, onReceipts: 0, credited: 0, refunded: 0 };
type Taxes = Map<string, typeof NO_TAX>;
function addTaxes(taxes: Taxes, kind: keyof typeof NO_TAX, terms: TaxTerms, cents: { hst: number; pst: number }): void {
  const labels = getTaxLabels(terms);
  for (const tax of ['hst', 'pst'] as const) {
    const row = taxes.get(labels[tax]) ?? NO_TAX;
    if (cents[tax] !== 0) taxes.set(labels[tax], { ...row, [kind]: row[kind] + cents[tax] });
  }
}

function sumOrders(ctx: Ctx, period: Period, taxes: Taxes) {
  const all = readSums(ctx, 'orders', period);
  const cancelled = inState(all, 'cancelled');
  const rows = all.filter(({ state }) => state !== 'cancelled');
  for (const row of rows) addTaxes(taxes, 'onOrders', ORDER_TERMS[row.taxProfile], row);
  const [sales, tax] = [addUp(rows, 'subtotal'), addUp(rows, 'hst') + addUp(rows, 'pst')];
  return {
    count: addUp(rows, 'count'),
    ...formatAmounts({ sales, tax, total: sales + tax }),
    unpaid: formatTally(inState(rows, 'unpaid')),
    cancelled: { count: addUp(cancelled, 'count'), amount: formatCents(addUp(cancelled, 'subtotal')) },
  };
}

/** Returns the invoices of a period as they stand on the day and adds their taxes to the list. */
function sumInvoices(ctx: Ctx, period: Period, taxes: Taxes) {
  const rows = readSums(ctx, 'invoices', period);
  for (const row of rows) addTaxes(taxes, 'onInvoices', row, row);
  const tally = (some: readonly DailySum[]) => ({
    ...formatTally(some),
    ...formatAmounts({ paid: addUp(some, 'paid'), balance: addUp(some, 'balance') }),
  });
  return {
    issued: tally(rows),
    paid: tally(inState(rows, 'paid')),
    open: tally(inState(rows, 'open')),
    overdue: tally(inState(rows, 'overdue')),
    credited: tally(inState(rows, 'credited')),
    salesBeforeTax: formatCents(addUp(rows, 'subtotal')),
  };
}

type CreditSums = TaxTerms & Record<'count' | 'total' | 'subtotal' | 'hst' | 'pst', number>;

/** Returns the credit notes of a period, without those of voided invoices, and adds their taxes to the list. */
function sumCreditNotes(ctx: Ctx, { from, to }: Period, taxes: Taxes) {
  const rows = ctx.db.all<CreditSums>(sql`
    select c.tax_profile as "taxProfile", c.hst_rate as "hstRate", c.pst_rate as "pstRate", count(*) as count,
      sum(c.amount_cents) as total, sum(c.subtotal_cents) as subtotal, sum(c.hst_cents) as hst, sum(c.pst_cents) as pst
    from credit_notes c join invoices i on i.id = c.invoice_id
    where c.issued_date >= ${from} and c.issued_date <= ${to} and i.deleted_at is null
    group by 1, 2, 3 order by 1 desc, 2, 3`);
  for (const row of rows) addTaxes(taxes, 'credited', row, row);
  return { ...formatTally(rows), salesBeforeTax: formatCents(addUp(rows, 'subtotal')) };
}

/**
 * Returns the money received and refunded in a period, by the day of payment, with methods of the same name together. Adds the taxes on
 * payments and refunds that belong to no invoice and no order. The others are counted with those.
 */
function sumReceipts(ctx: Ctx, period: Period, taxes: Taxes) {
  const rows = readSums(ctx, 'receipts', period);
  for (const row of rows) addTaxes(taxes, row.state === 'refund' ? 'refunded' : 'onReceipts', row, row);
  const refunds = inState(rows, 'refund');
  const payments = rows.filter(({ state }) => state !== 'refund');
  const labels = [...new Set(PAYMENT_METHODS.map((method) => PAID_BY[method]))];
  return {
    byMethod: labels.flatMap((label) => {
      const some = payments.filter(({ state }) => PAID_BY[state as PaymentMethod] === label);
      const [method] = some.map(({ state }) => state as PaymentMethod).sort();
      return method ? [{ method, label, ...formatTally(some) }] : [];
    }),
    received: formatTally(payments),
    refunds: formatTally(refunds),
    net: formatCents(sumReceived(rows)),
  };
}

function getGoods(ctx: Ctx, period: Period) {
  const rows = readSums(ctx, 'goods', period);
  const [known, unknown] = [inState(rows, 'known'), inState(rows, 'unknown')];
  const [sales, cost] = [addUp(known, 'subtotal'), addUp(known, 'cost')];
  return {
    knownLines: addUp(known, 'count'),
    unknownLines: addUp(unknown, 'count'),
    ...formatAmounts({ knownSales: sales, unknownSales: addUp(unknown, 'subtotal'), cost, grossProfit: sales - cost }),
  };
}

function getStock(ctx: Ctx) {
  const { units, valueAtCost, valueAtPrice, withoutCost, isSample } = summarizeStock(ctx);
  return { units, valueAtCost, valueAtPrice, withoutCost, isSample };
}

/** Returns the books of a period, both days included. Nothing is estimated: amounts that are not known are counted apart. */
export function getFinancialStatement(ctx: Ctx, period: Period) {
  const taxes: Taxes = new Map();
  const orders = sumOrders(ctx, period, taxes);
  const invoices = sumInvoices(ctx, period, taxes);
  const creditNotes = sumCreditNotes(ctx, period, taxes);
  const receipts = sumReceipts(ctx, period, taxes);
  return {
    type: 'financial-statement' as const,
    ...period,
    madeAt: ctx.now().toISOString(),
    orders,
    invoices,
    creditNotes,
    taxes: [...taxes].map(([label, sums]) => {
      const { onOrders, onInvoices, onReceipts, credited, refunded } = sums;
      return { label, ...formatAmounts({ ...sums, total: onOrders + onInvoices + onReceipts - credited - refunded }) };
    }),
    receipts,
    goods: getGoods(ctx, period),
    stock: getStock(ctx),
  };
}
