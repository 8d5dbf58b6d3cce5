import { mapInSlices } from '../../../../db/reading';
import { formatDateTime, formatDay } from '../../../shared/time';
import type { RouterOutputs } from '../../router';
import { type Column, formatAmount, type Paper, type Row, type Table } from '../paper';

export type Statement = RouterOutputs['inventory']['statement'];
type FinancialStatement = Extract<Statement, { type: 'financial-statement' }>;
type StockAlert = Extract<Statement, { type: 'stock-alert' }>;

const formatKnown = (amount: string | null): string => (amount === null ? 'not known' : formatAmount(amount));
const count = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
const products = (number: number): string => `${count(number)} ${number === 1 ? 'product' : 'products'}`;

const right = (label: string, width: 10 | 12 | 14 | 16 | 18 | 20): Column => ({ label, width, align: 'right' });
const row = (...cells: string[]): Row => ({ cells });
const sum = (...cells: string[]): Row => ({ cells, isSum: true });

type Part<Type> = Pick<Paper, 'facts' | 'tables' | 'notes'> & { title: string; type: Type };

function salesTables({ orders, taxes }: FinancialStatement): Table[] {
  return [
    {
      heading: 'Orders',
      note: 'Store orders placed in the period, paid or not. Cancelled orders are not included in the other figures.',
      columns: [{ label: 'Orders of the period' }, right('Orders', 14), right('Amount', 20)],
      rows: [
        row('Sales before tax', count(orders.count), formatAmount(orders.sales)),
        row('Taxes', '', formatAmount(orders.tax)),
        sum('Total with taxes', count(orders.count), formatAmount(orders.total)),
        row('Of these, not yet paid', count(orders.unpaid.count), formatAmount(orders.unpaid.amount)),
        row('Cancelled, before tax', count(orders.cancelled.count), formatAmount(orders.cancelled.amount)),
      ],
    },
    {
      heading: 'Taxes collected',
      note: 'Taxes charged on the orders, invoices and receipts without an invoice of the period, less its credit notes and the refunds on such receipts.',
      columns: [
        { label: 'Tax' },
        right('On orders', 14),
        right('On invoices', 14),
        right('On receipts', 14),
        right('Credited', 14),
        right('Refunded', 14),
        right('Total', 14),
      ],
      rows: taxes.map(({ label, ...cents }) => {
        const { onOrders, onInvoices, onReceipts, credited, refunded, total } = cents;
        return row(label, ...[onOrders, onInvoices, onReceipts, credited, refunded, total].map(formatAmount));
      }),
      whenEmpty: 'No tax was charged in this period.',
    },
  ];
}

function invoiceTable({ invoices }: FinancialStatement): Table {
  const line = (label: string, { count: number, amount, paid, balance }: FinancialStatement['invoices']['issued']) => [
    label,
    count(number),
    ...[amount, paid, balance].map(formatAmount),
  ];
  return {
    heading: 'Invoices',
    note: `Invoices of the period without drafts, as they are today. Total before tax: ${formatAmount(invoices.salesBeforeTax)}.`,
    columns: [{ label: 'Status' }, right('Invoices', 12), right('Total', 18), right('Paid', 18), right('Open', 18)],
    rows: [
      row(...line('Paid', invoices.paid)),
      row(...line('Open', invoices.open)),
      row(...line('Overdue', invoices.overdue)),
      row(...line('Credited in full', invoices.credited)),
      sum(...line('Issued', invoices.issued)),
    ],
  };
}

const creditNoteTable = ({ creditNotes }: FinancialStatement): Table => ({
  heading: 'Credit notes',
  note: 'Issued in the period, whatever the date of their invoices.',
  columns: [{ label: 'Credit notes of the period' }, right('Number', 14), right('Amount', 20)],
  rows: [
    row('Sales before tax credited', '', formatAmount(creditNotes.salesBeforeTax)),
    sum('Total with taxes', count(creditNotes.count), formatAmount(creditNotes.amount)),
  ],
});

const receiptTable = ({ receipts }: FinancialStatement): Table => ({
  heading: 'Receipts',
  note: 'Money received and returned, by date of payment.',
  columns: [{ label: 'Method' }, right('Receipts', 14), right('Amount', 20)],
  rows: [
    ...receipts.byMethod.map(({ label, count: number, amount }) => row(label, count(number), formatAmount(amount))),
    sum('Received', count(receipts.received.count), formatAmount(receipts.received.amount)),
    row(
      'Refunds',
      count(receipts.refunds.count),
      formatAmount(Number(receipts.refunds.amount) === 0 ? '0.00' : `-${receipts.refunds.amount}`),
    ),
    sum('Net of refunds', '', formatAmount(receipts.net)),
  ],
});

const SAMPLE = 'Sample: this includes the stock of the starter catalogue, which has not been confirmed yet.';

function goodsTables({ goods, stock }: FinancialStatement): Table[] {
  return [
    {
      heading: 'Cost of goods',
      note: 'Cost as recorded with each sale. Order lines with an unknown cost are counted, but not included in the profit.',
      columns: [{ label: 'Lines of orders' }, right('Lines', 14), right('Amount', 20)],
      rows: [
        row('Sales of lines with a known cost', count(goods.knownLines), formatAmount(goods.knownSales)),
        row('Cost of goods sold (known)', count(goods.knownLines), formatAmount(goods.cost)),
        sum('Gross profit on known lines', '', formatAmount(goods.grossProfit)),
        row('Sales of lines with unknown cost', count(goods.unknownLines), formatAmount(goods.unknownSales)),
      ],
    },
    {
      heading: 'Stock value',
      note: stock.isSample ? SAMPLE : 'Products on sale, with the stock of today.',
      columns: [{ label: 'Stock' }, right('Number', 14), right('Amount', 20)],
      rows: [
        row('Value at cost', `${count(stock.units)} units`, formatAmount(stock.valueAtCost)),
        row('Value at selling prices', `${count(stock.units)} units`, formatAmount(stock.valueAtPrice)),
        row('Products without a cost, not included in the value at cost', count(stock.withoutCost), ''),
      ],
    },
  ];
}

const financial = (statement: FinancialStatement): Part<'financial-statement'> => ({
  type: 'financial-statement',
  title: 'FINANCIAL STATEMENT',
  facts: [
    { label: 'From', text: formatDay(statement.from) },
    { label: 'To', text: formatDay(statement.to) },
  ],
  tables: [
    ...salesTables(statement),
    invoiceTable(statement),
    creditNoteTable(statement),
    receiptTable(statement),
    ...goodsTables(statement),
  ],
  notes: [],
});

const STOCK = right('Stock', 12);
const COST = right('Cost', 16);
const VALUE = right('Value', 18);

type Valuation = Extract<Statement, { type: 'inventory-valuation' }>;
async function categoryTable({ category, products: some, units, value }: Valuation['categories'][number]): Promise<Table> {
  const rows = await mapInSlices(some, ({ name, stockQuantity, costPrice, value: worth }) =>
    row(name, count(stockQuantity), formatAmount(costPrice), formatAmount(worth)),
  );
  rows.push(sum(`${category}: ${products(some.length)}`, count(units), '', formatAmount(value)));
  return { heading: category, columns: [{ label: 'Product' }, STOCK, COST, VALUE], rows };
}

async function valuation({ categories, total, isSample, withoutCost, retired }: Valuation): Promise<Part<'inventory-valuation'>> {
  const byCategory: Table[] = [];
  for (const category of categories) byCategory.push(await categoryTable(category));
  const summary: Table = {
    heading: 'Value by category',
    ...(isSample && { note: SAMPLE }),
    columns: [{ label: 'Category' }, right('Products', 14), right('Units', 14), VALUE],
    rows: [
      ...categories.map(({ category, products: some, units, value }) =>
        row(category, count(some.length), count(units), formatAmount(value)),
      ),
      sum('All categories', count(total.products), count(total.units), formatAmount(total.value)),
    ],
  };
  const uncounted: Table[] = [
    {
      heading: 'Products without cost',
      note: 'Their cost is not known, so they are not included in the value.',
      columns: [{ label: 'Product' }, { label: 'Category', width: 24 }, STOCK, right('Selling price', 16)],
      rows: withoutCost.map(({ name, category, stockQuantity, price }) => row(name, category, count(stockQuantity), formatAmount(price))),
      whenEmpty: 'Every product has a cost.',
    },
    ...(retired.length === 0
      ? []
      : [
          {
            heading: 'No longer sold, still in stock',
            note: 'Not included in the totals above.',
            columns: [{ label: 'Product' }, STOCK, COST, VALUE],
            rows: retired.map(({ name, stockQuantity, costPrice, value }) =>
              row(name, count(stockQuantity), formatKnown(costPrice), formatKnown(value)),
            ),
          },
        ]),
  ];
  return {
    type: 'inventory-valuation',
    title: 'INVENTORY VALUATION',
    facts: [
      { label: 'Value at cost', text: isSample ? `${formatAmount(total.value)} (sample)` : formatAmount(total.value) },
      { label: 'Products valued', text: count(total.products) },
      { label: 'Units', text: count(total.units) },
      { label: 'Without cost', text: products(withoutCost.length) },
    ],
    tables: [summary, ...byCategory, ...uncounted],
    notes: [],
  };
}

function shortTable(heading: string, rows: readonly StockAlert['low'][number][], whenEmpty: string): Table {
  return {
    heading,
    columns: [{ label: 'Product' }, { label: 'Supplier', width: 24 }, STOCK, right('Reorder level', 14), right('Suggested order', 14)],
    rows: rows.map(({ name, supplierName, stockQuantity, reorderLevel, suggestedQuantity }) =>
      row(name, supplierName ?? 'not given', count(stockQuantity), count(reorderLevel), count(suggestedQuantity)),
    ),
    whenEmpty,
  };
}

function supplierTable({ supplierName, orderCost, withoutCost, products: some }: StockAlert['suppliers'][number]): Table {
  return {
    heading: `Suggested order: ${supplierName ?? 'no supplier given'}`,
    ...(withoutCost > 0 && { note: `${products(withoutCost)} without a cost, not included in the order cost.` }),
    columns: [{ label: 'Product' }, { label: 'SKU', width: 20 }, right('Order', 10), right('Cost', 14), right('Order cost', 18)],
    rows: [
      ...some.map(({ name, supplierSku, suggestedQuantity, costPrice, orderCost: cost }) =>
        row(name, supplierSku ?? '', count(suggestedQuantity), formatKnown(costPrice), formatKnown(cost)),
      ),
      sum(
        'Total order',
        '',
        count(some.reduce((units, { suggestedQuantity }) => units + suggestedQuantity, 0)),
        '',
        formatAmount(orderCost),
      ),
    ],
  };
}

const alert = ({ outOfStock, low, suppliers }: StockAlert): Part<'stock-alert'> => ({
  type: 'stock-alert',
  title: 'STOCK ALERT',
  facts: [
    { label: 'Out of stock', text: products(outOfStock.length) },
    { label: 'Low', text: products(low.length) },
    { label: 'Suppliers to order from', text: count(suppliers.filter(({ supplierName }) => supplierName !== null).length) },
  ],
  tables: [
    shortTable('Out of stock', outOfStock, 'Nothing is out of stock.'),
    shortTable('Low', low, 'Nothing else is at or below its reorder level.'),
    ...suppliers.map(supplierTable),
  ],
  notes: [{ label: 'Suggested order', text: 'Twice the reorder level less what is in stock.' }],
});

const NAMES = { 'financial-statement': 'Financial statement', 'inventory-valuation': 'Inventory valuation', 'stock-alert': 'Stock alert' };
const statementPart = async (statement: Statement): Promise<Part<Statement['type']>> =>
  statement.type === 'financial-statement'
    ? financial(statement)
    : statement.type === 'inventory-valuation'
      ? valuation(statement)
      : alert(statement);

/** Returns a statement as a paper. Its products are formatted in slices, since a large company has many. */
export async function statementPaper(statement: Statement): Promise<Paper> {
  const { type, title, ...parts } = await statementPart(statement);
  return {
    ...parts,
    name: NAMES[type],
    title,
    number: null,
    parties: [],
    sums: [],
    footer: [`This statement was computed from records in this system on ${formatDateTime(statement.madeAt)}; not audited.`],
  };
}
