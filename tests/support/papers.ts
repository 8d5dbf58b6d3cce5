import type { Paper, Sender } from '../../src/server/documents/paper';
import { paperHtml } from '../../src/server/documents/paper-html';
import { invoicePaper } from '../../src/server/documents/papers/invoice';
import { packingSlipPaper } from '../../src/server/documents/papers/packing-slip';
import { quotePaper } from '../../src/server/documents/papers/quote';
import { receiptPaper } from '../../src/server/documents/papers/receipt';
import { type Statement, statementPaper } from '../../src/server/documents/papers/statements';
import { type Company, DEFAULT_COMPANY } from '../../src/shared/company';
import type { Invoice, Receipt } from '../../src/shared/invoices-schemas';
import { parsePage } from './http';

const AT = '2026-11-20T20:00:00.000Z';

/** An invoice of $149.00 with the documented taxes. */
export const INVOICE: Invoice = {
  id: 1,
  invoiceNumber: 'SPC001',
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  customerPhone: '(250) 555-0133',
  customerAddress: '12 Seymour St, Kamloops',
  serviceType: 'Residential Cleaning',
  serviceDescription: 'Kitchen and two bathrooms',
  serviceDate: '2026-11-19',
  subtotal: '149.00',
  hstAmount: '17.88',
  pstAmount: '10.43',
  totalAmount: '177.31',
  amountPaid: '0.00',
  balance: '177.31',
  credited: '0.00',
  status: 'pending',
  dueDate: '2026-12-04',
  paidDate: null,
  paymentMethod: null,
  notes: null,
  taxProfile: 'documented',
  hstRate: 1200,
  pstRate: 700,
  items: [],
  workOrderId: null,
  bookingId: null,
  createdAt: AT,
  issuedAt: AT,
  updatedAt: AT,
  deletedAt: null,
  voidedAt: null,
};

/** The receipt of its payment. */
export const RECEIPT: Receipt = {
  id: 1,
  receiptNumber: 'SPC-RCP001',
  invoiceId: 1,
  invoiceNumber: 'SPC001',
  orderNumber: null,
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  paymentMethod: 'cash',
  subtotal: '149.00',
  hstAmount: '17.88',
  pstAmount: '10.43',
  amountPaid: '177.31',
  paymentDate: '2026-11-20',
  description: 'Payment for invoice SPC001 – Residential Cleaning',
  isRefund: false,
  refundOfId: null,
  refunded: '0.00',
  taxProfile: 'documented',
  hstRate: 1200,
  pstRate: 700,
  createdAt: AT,
  voidedAt: null,
};

/** Returns a company with every fact set to the text. */
export const companyCalled = (text: string): Company => ({
  ...DEFAULT_COMPANY,
  name: text,
  street: text,
  email: text,
  gstNumber: text,
  pstNumber: text,
  regions: [text, text],
});

const orderOf = (text: string, lines: number): Parameters<typeof packingSlipPaper>[0] => ({
  orderNumber: 12,
  status: 'processing',
  customerName: text,
  customerPhone: text,
  shippingAddress: text,
  orderNotes: text,
  items: Array.from({ length: lines }, (_, place) => ({ productId: place + 1, name: text, price: '10.00', quantity: 2 })),
  createdAt: AT,
});

/** Returns the three statements with `lines` rows in each list, named by the text. */
function statementsOf(text: string, lines: number): Statement[] {
  const ids = Array.from({ length: lines }, (_, place) => place + 1);
  const tally = { count: 1, amount: '10.00' };
  const standing = { ...tally, paid: '4.00', balance: '6.00' };
  const short = ids.map((id) => ({
    id,
    name: text,
    category: text,
    supplierName: text,
    supplierSku: text,
    stockQuantity: 0,
    reorderLevel: 5,
    suggestedQuantity: 10,
    costPrice: '1.00',
    orderCost: '10.00',
  }));
  const unvalued = ids.map((id) => ({ id, name: text, category: text, stockQuantity: 3, price: '2.00' }));
  return [
    {
      type: 'financial-statement',
      from: '2026-11-01',
      to: '2026-11-20',
      madeAt: AT,
      orders: { count: 1, sales: '10.00', tax: '1.20', total: '11.20', unpaid: tally, cancelled: tally },
      taxes: ids.map(() => ({
        label: text,
        onOrders: '1.20',
        onInvoices: '0.00',
        onReceipts: '0.00',
        credited: '0.00',
        refunded: '0.50',
        total: '0.70',
      })),
      invoices: { issued: standing, paid: standing, open: standing, overdue: standing, credited: standing, salesBeforeTax: '10.00' },
      creditNotes: { ...tally, salesBeforeTax: '5.00' },
      receipts: {
        byMethod: ids.map(() => ({ ...tally, method: 'cash' as const, label: text })),
        received: tally,
        refunds: tally,
        net: '-5.00',
      },
      goods: { knownLines: 1, unknownLines: 1, knownSales: '10.00', unknownSales: '1.00', cost: '12.00', grossProfit: '-2.00' },
      stock: { units: 1, valueAtCost: '10.00', valueAtPrice: '20.00', withoutCost: 1, isSample: false },
    },
    {
      type: 'inventory-valuation',
      madeAt: AT,
      isSample: false,
      categories: [
        {
          category: text,
          units: 3,
          value: '3.00',
          products: ids.map((id) => ({ id, name: text, stockQuantity: 3, costPrice: '1.00', value: '3.00' })),
        },
      ],
      total: { products: 1, units: 3, value: '3.00' },
      withoutCost: unvalued,
      retired: unvalued.map((row) => ({ ...row, costPrice: null, value: null })),
    },
    {
      type: 'stock-alert',
      madeAt: AT,
      outOfStock: short,
      low: short,
      suppliers: [{ supplierName: text, orderCost: '10.00', withoutCost: 1, products: short }],
    },
  ];
}

/** Returns every document of the office with `lines` lines and the text in every typed field. */
export async function papersOf(text: string, lines: number): Promise<Record<string, Paper>> {
  const company = companyCalled(text);
  const items = Array.from({ length: lines }, () => ({ description: text, quantity: 2, price: '10.00', isGoods: false }));
  const words = {
    invoiceNumber: text,
    customerName: text,
    customerEmail: text,
    customerPhone: text,
    customerAddress: text,
    serviceType: text,
    serviceDescription: text,
    notes: text,
  };
  const invoice = { ...INVOICE, ...words, items };
  const receipt = { ...RECEIPT, receiptNumber: text, invoiceNumber: text, customerName: text, customerEmail: text, description: text };
  const statements = await Promise.all(
    statementsOf(text, lines).map(async (statement) => [statement.type, await statementPaper(statement)] as const),
  );
  return {
    invoice: invoicePaper(invoice, company),
    'invoice without lines': invoicePaper({ ...INVOICE, ...words, status: 'paid', paidDate: '2026-11-20', paymentMethod: 'cash' }, company),
    quote: quotePaper(invoice, company, '2026-11-20'),
    receipt: receiptPaper(receipt, company),
    refund: receiptPaper({ ...receipt, isRefund: true }, company),
    'packing slip': packingSlipPaper({ ...orderOf(text, lines), status: 'cancelled' }),
    ...Object.fromEntries(statements),
  };
}

export const SENDER: Sender = { company: DEFAULT_COMPANY, logo: { svg: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' } };
export const EVIL = `<script>alert(1)</script>"><img src=x onerror=alert(1)>' onclick='x' </style></td></table> & {{x}} \${y}`;
export const LONG = 'Llanfairpwllgwyngyll'.repeat(12);
export const ACCENTS = 'Zoë Łukasiewicz-Ñandú, Đặng Văn Ngữ, Ærøskøbing, Œuvre, ẞ';
export const WORDS = { ordinary: 'Maria Santos', hostile: EVIL, long: LONG, accents: ACCENTS, foreign: '李明 علي 😀 שלום' };
export const pageOf = (paper: Paper, sender: Sender = SENDER, reading = {}) => parsePage(paperHtml(paper, sender, reading).text);
export const said = (paper: Paper, sender: Sender = SENDER) => pageOf(paper, sender).body.textContent?.replace(/\s+/g, ' ') ?? '';
