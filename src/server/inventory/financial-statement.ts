import { type SQL, sql } from 'drizzle-orm';
import { PAID_BY } from '../../shared/invoices';
import { formatCents } from '../../shared/money';
import { addUp } from '../../shared/statistics';
import { PAYMENT_METHODS, type PaymentMethod } from '../../shared/store-options';
import type { TaxProfile } from '../../shared/store-sums';
import { getTaxLabels, getTaxTerms, type TaxTerms } from '../../shared/taxes';
import { businessDay, businessDayBounds } from '../../shared/time';
import type { Ctx } from '../context';
import { summarizeStock } from './figures';

type Period = { from: string; to: string };
type Tally = { count: number; cents: number };

/** Matches instants from the beginning of the first day to the end of the last one. */
const within = (column: SQL, { from, to }: Period): SQL =>
  sql`${column} >= ${businessDayBounds(from)[0]} and ${column} < ${businessDayBounds(to)[1]}`;
const formatAmounts = <Name extends string>(amounts: Record<Name, number>) =>
  Object.fromEntries(Object.entries<number>(amounts).map(([name, cents]) => [name, formatCents(cents)])) as Record<Name, string>;
const tallyUp = (rows: readonly Tally[]): Tally => ({ count: addUp(rows, 'count'), cents: addUp(rows, 'cents') });
const formatTally = ({ count, cents }: Tally) => ({ count, amount: formatCents(cents) });

const CREATED = sql`o.created_at`;
/** The rates at which orders are taxed, provided that the tax applies to all of their products. */
const ORDER_TERMS: Record<TaxProfile, ReturnType<typeof getTaxTerms>> = {
  documented: getTaxTerms('documented', { servicesCents: 0, goodsCents: 1 }),
  'bc-current': getTaxTerms('bc-current', { servicesCents: 0, goodsCents: 1 }),
};

type OrderSums = { profile: TaxProfile; orders: number; sales: number; hst: number; pst: number; unpaid: number; unpaidCents: number };

/** Selects the orders of a period that were not cancelled, by tax profile, each tax as it was stored at checkout. */
const sumOrdersByProfile = (ctx: Ctx, period: Period): OrderSums[] =>
  ctx.db.all<OrderSums>(sql`
    select tax_profile as profile, count(*) as orders, sum(subtotal_cents) as sales, sum(hst_cents) as hst, sum(pst_cents) as pst,
      sum(paid_date is null) as unpaid, sum(iif(paid_date is null, total_cents, 0)) as "unpaidCents"
    from orders o where ${within(CREATED, period)} and status <> 'cancelled'
    group by profile order by profile desc`);

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
  const rows = sumOrdersByProfile(ctx, period);
  for (const row of rows) addTaxes(taxes, 'onOrders', ORDER_TERMS[row.profile], row);
  const [sales, tax] = [addUp(rows, 'sales'), addUp(rows, 'hst') + addUp(rows, 'pst')];
  const cancelled = ctx.db.get<Tally>(sql`select count(*) as count, coalesce(sum(subtotal_cents), 0) as cents
    from orders o where ${within(CREATED, period)} and status = 'cancelled'`);
  return {
    count: addUp(rows, 'orders'),
    ...formatAmounts({ sales, tax, total: sales + tax }),
    unpaid: formatTally({ count: addUp(rows, 'unpaid'), cents: addUp(rows, 'unpaidCents') }),
    cancelled: formatTally(cancelled ?? { count: 0, cents: 0 }),
  };
}

type Standing = 'paid' | 'open' | 'overdue' | 'credited';
type InvoiceSums = TaxTerms & { standing: Standing } & Record<'count' | 'subtotal' | 'hst' | 'pst' | 'total' | 'paid' | 'balance', number>;

/** Returns the invoices of a period as they stand on the day and adds their taxes to the list. */
function sumInvoices(ctx: Ctx, period: Period, taxes: Taxes) {
  const today = businessDay(ctx.now());
  const rows = ctx.db.all<InvoiceSums>(sql`
    select tax_profile as "taxProfile", hst_rate as "hstRate", pst_rate as "pstRate",
      case when credited_cents > 0 and credited_cents >= total_cents then 'credited' when status = 'paid' then 'paid' when due_date < ${today} then 'overdue' else 'open' end as standing,
      count(*) as count, sum(subtotal_cents) as subtotal, sum(hst_cents) as hst, sum(pst_cents) as pst,
      sum(total_cents) as total, sum(amount_paid_cents) as paid,
      sum(iif(status = 'paid', 0, max(0, total_cents - credited_cents - amount_paid_cents))) as balance
    from invoices i where ${within(sql`i.issued_at`, period)} and deleted_at is null and status <> 'draft'
    group by 1, 2, 3, 4 order by 1 desc, 2, 3`);
  for (const row of rows) addTaxes(taxes, 'onInvoices', row, row);
  const tally = (standing?: Standing) => {
    const some = rows.filter((row) => standing === undefined || row.standing === standing);
    const show = (key: 'total' | 'paid' | 'balance') => formatCents(addUp(some, key));
    return { count: addUp(some, 'count'), amount: show('total'), paid: show('paid'), balance: show('balance') };
  };
  const standings = { paid: tally('paid'), open: tally('open'), overdue: tally('overdue'), credited: tally('credited') };
  return { issued: tally(), ...standings, salesBeforeTax: formatCents(addUp(rows, 'subtotal')) };
}

type ReceiptSums = Tally & { method: PaymentMethod; isRefund: 0 | 1 };

type CreditSums = TaxTerms & Tally & { subtotal: number; hst: number; pst: number };
type ReceiptTaxes = TaxTerms & { isRefund: 0 | 1; hst: number; pst: number };

/** Returns the credit notes of a period, without those of voided invoices, and adds their taxes to the list. */
function sumCreditNotes(ctx: Ctx, { from, to }: Period, taxes: Taxes) {
  const rows = ctx.db.all<CreditSums>(sql`
    select c.tax_profile as "taxProfile", c.hst_rate as "hstRate", c.pst_rate as "pstRate", count(*) as count,
      sum(c.amount_cents) as cents, sum(c.subtotal_cents) as subtotal, sum(c.hst_cents) as hst, sum(c.pst_cents) as pst
    from credit_notes c join invoices i on i.id = c.invoice_id
    where c.issued_date >= ${from} and c.issued_date <= ${to} and i.deleted_at is null
    group by 1, 2, 3 order by 1 desc, 2, 3`);
  for (const row of rows) addTaxes(taxes, 'credited', row, row);
  return { ...formatTally(tallyUp(rows)), salesBeforeTax: formatCents(addUp(rows, 'subtotal')) };
}

/** Adds the taxes on payments and refunds that belong to no invoice and no order. The others are counted with those. */
function addReceiptTaxes(ctx: Ctx, { from, to }: Period, taxes: Taxes): void {
  const rows = ctx.db.all<ReceiptTaxes>(sql`
    select tax_profile as "taxProfile", hst_rate as "hstRate", pst_rate as "pstRate", is_refund as "isRefund",
      coalesce(sum(hst_cents), 0) as hst, coalesce(sum(pst_cents), 0) as pst
    from receipts r where voided_at is null and payment_date >= ${from} and payment_date <= ${to}
      and invoice_id is null and order_number is null
    group by 1, 2, 3, 4 order by 1 desc, 2, 3, 4`);
  for (const row of rows) addTaxes(taxes, row.isRefund ? 'refunded' : 'onReceipts', row, row);
}

/** Returns the money received and refunded in a period, by the day of payment, with methods of the same name together. */
function getReceipts(ctx: Ctx, { from, to }: Period) {
  const rows = ctx.db.all<ReceiptSums>(sql`
    select payment_method as method, is_refund as "isRefund", count(*) as count, sum(amount_paid_cents) as cents
    from receipts where voided_at is null and payment_date >= ${from} and payment_date <= ${to} group by 1, 2`);
  const payments = rows.filter(({ isRefund }) => !isRefund);
  const labels = [...new Set(PAYMENT_METHODS.map((method) => PAID_BY[method]))];
  const [received, refunds] = [tallyUp(payments), tallyUp(rows.filter(({ isRefund }) => isRefund))];
  return {
    byMethod: labels.flatMap((label) => {
      const some = payments.filter(({ method }) => PAID_BY[method] === label);
      return some[0] ? [{ method: some[0].method, label, ...formatTally(tallyUp(some)) }] : [];
    }),
    received: formatTally(received),
    refunds: formatTally(refunds),
    net: formatCents(received.cents - refunds.cents),
  };
}

type GoodsSums = { isKnown: 0 | 1; lines: number; sales: number; cost: number };

function getGoods(ctx: Ctx, period: Period) {
  const rows = ctx.db.all<GoodsSums>(sql`
    select i.cogs_cents is not null as "isKnown", count(*) as lines, sum(i.quantity * i.price_cents) as sales,
      coalesce(sum(i.cogs_cents), 0) as cost
    from orders o join order_items i on i.order_number = o.order_number
    where ${within(CREATED, period)} and o.status <> 'cancelled' group by 1`);
  const none = { lines: 0, sales: 0, cost: 0 };
  const [known, unknown] = [rows.find(({ isKnown }) => isKnown) ?? none, rows.find(({ isKnown }) => !isKnown) ?? none];
  return {
    knownLines: known.lines,
    unknownLines: unknown.lines,
    ...formatAmounts({ knownSales: known.sales, unknownSales: unknown.sales, cost: known.cost, grossProfit: known.sales - known.cost }),
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
  addReceiptTaxes(ctx, period, taxes);
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
    receipts: getReceipts(ctx, period),
    goods: getGoods(ctx, period),
    stock: getStock(ctx),
  };
}
