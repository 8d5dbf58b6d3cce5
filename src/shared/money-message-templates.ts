import type { MessageTemplate, VariableHelp } from './message-text';

const ORDER = {
  customerName: ['The customer’s name', 'Maria Santos'],
  orderNumber: ['The order’s number', 'ORD-0012'],
} as const satisfies Record<string, VariableHelp>;
const ORDER_LINK = {
  orderLink: ['Where the customer sees the order', 'https://example.com/order-confirmation/Xk29'],
} as const satisfies Record<string, VariableHelp>;
const BILL = {
  orderLines: ['What was bought, a line each', '2 × Squeegee, $19.95 each: $39.90'],
  subtotal: ['The sum of the lines', '$39.90'],
  tax: ['The tax', '$4.79'],
  total: ['What it comes to', '$44.69'],
  paymentMethod: ['How it is to be paid', 'Interac e-Transfer'],
} as const satisfies Record<string, VariableHelp>;
const DELIVERY = {
  customerEmail: ['Their e-mail address', 'maria@example.com'],
  customerPhone: ['Their phone number', '(250) 555-0133'],
  address: ['Where it is delivered', '12 Seymour St, Kamloops, V2C 2A1'],
  orderNotes: ['What they wrote, or “none”', 'Side door, please.'],
} as const satisfies Record<string, VariableHelp>;
const RECEIPT = {
  customerName: ['The customer’s name', 'Maria Santos'],
  receiptNumber: ['The number', 'SPC-RCP012'],
  amount: ['The amount', '$214.20'],
  date: ['The day of the payment', 'Friday, November 20, 2026'],
  paymentMethod: ['How it was paid', 'Cash'],
  description: ['What it is for', 'Residential cleaning'],
} as const satisfies Record<string, VariableHelp>;

const BILL_LINES = `{{orderLines}}

Subtotal: {{subtotal}}
Tax: {{tax}}
Total: {{total}}`;
const DELIVERY_LINES = `Name: {{customerName}}
Email: {{customerEmail}}
Phone: {{customerPhone}}
Address: {{address}}
Notes: {{orderNotes}}`;
const ORDER_END = `See your order: {{orderLink}}

{{signature}}`;

/** What is written about orders, invoices and receipts. */
export const MONEY_TEMPLATES = {
  'order-received': {
    name: 'Order received',
    to: 'client',
    subject: 'We received your order {{orderNumber}}',
    body: `Hello {{customerName}},

thank you for your order {{orderNumber}}.

${BILL_LINES}

How to pay ({{paymentMethod}}): {{paymentInstructions}}

This is where we deliver:

${DELIVERY_LINES}

If something is not right, just answer this message or call us.

${ORDER_END}`,
    variables: {
      ...ORDER,
      ...BILL,
      ...DELIVERY,
      ...ORDER_LINK,
      paymentInstructions: ['How to pay by that method, as in the store’s settings', 'Please have the amount ready when we deliver.'],
    },
  },
  'order-shipped': {
    name: 'Order shipped',
    to: 'client',
    subject: 'Your order {{orderNumber}} is on its way',
    body: `Hello {{customerName}},

your order {{orderNumber}} has left our house and is on its way to:

{{address}}

{{orderItems}}

To be paid by {{paymentMethod}}: {{amountDue}}

${ORDER_END}`,
    variables: {
      ...ORDER,
      ...ORDER_LINK,
      address: ['Where it goes', '12 Seymour St, Kamloops, V2C 2A1'],
      orderItems: ['What is in it, a line each', '2 × Squeegee'],
      paymentMethod: ['How it is to be paid; empty where it is paid', 'Cash'],
      amountDue: ['What is to be paid; empty where it is paid', '$44.69'],
    },
  },
  'order-cancelled': {
    name: 'Order cancelled',
    to: 'client',
    subject: 'Your order {{orderNumber}} was cancelled',
    body: `Hello {{customerName}},

your order {{orderNumber}} was cancelled.

Reason: {{reason}}

{{refundNote}}

${ORDER_END}`,
    variables: {
      ...ORDER,
      ...ORDER_LINK,
      reason: ['Why, or “not given”', 'It is sold out.'],
      refundNote: ['What becomes of the money', 'Nothing was charged, and there is nothing to pay.'],
    },
  },
  'invoice-sent': {
    name: 'Invoice',
    to: 'client',
    subject: 'Your invoice {{invoiceNumber}} from {{companyName}}',
    body: `Hello {{customerName}},

thank you for choosing {{companyName}}. Your invoice is attached as a PDF.

Invoice: {{invoiceNumber}}
Date: {{date}}
For: {{description}}
Total: {{total}}
To be paid: {{balance}}
Due: {{dueDate}}
How to pay: {{paymentMethod}}

If something is not right, just answer this message or call us.

{{signature}}`,
    variables: {
      customerName: ['The customer’s name', 'Maria Santos'],
      invoiceNumber: ['The invoice’s number', 'SPC012'],
      date: ['The day of the service', 'Friday, November 20, 2026'],
      description: ['What it is for', 'Residential cleaning'],
      total: ['What it comes to', '$214.20'],
      balance: ['What is still to be paid; empty where it is paid', '$214.20'],
      dueDate: ['Until when; empty where it is paid', 'Friday, December 4, 2026'],
      paymentMethod: ['How to pay; empty where nothing was agreed', 'e-Transfer'],
    },
  },
  'receipt-sent': {
    name: 'Receipt',
    to: 'client',
    subject: 'Your receipt {{receiptNumber}} from {{companyName}}',
    body: `Hello {{customerName}},

thank you for your payment. Your receipt is attached.

Receipt: {{receiptNumber}}
Date: {{date}}
Amount: {{amount}}
Paid by: {{paymentMethod}}
For: {{description}}

If something is not right, just answer this message or call us.

{{signature}}`,
    variables: RECEIPT,
  },
  'refund-sent': {
    name: 'Refund',
    to: 'client',
    subject: 'Your refund {{receiptNumber}} from {{companyName}}',
    body: `Hello {{customerName}},

we have returned a payment to you. The receipt of the refund is attached.

Receipt: {{receiptNumber}}
Date: {{date}}
Refunded: {{amount}}
Returned by: {{paymentMethod}}
For: {{description}}

If something is not right, just answer this message or call us.

{{signature}}`,
    variables: {
      ...RECEIPT,
      date: ['The day of the refund', 'Friday, November 20, 2026'],
      paymentMethod: ['How it was returned', 'Cash'],
    },
  },
  'credit-note-sent': {
    name: 'Credit note',
    to: 'client',
    subject: 'Your credit note {{creditNoteNumber}} from {{companyName}}',
    body: `Hello {{customerName}},

we have credited an amount of your invoice {{invoiceNumber}}. The credit note is attached as a PDF.

Credit note: {{creditNoteNumber}}
Date: {{date}}
Credited: {{amount}}
For: {{reason}}

If something is not right, just answer this message or call us.

{{signature}}`,
    variables: {
      customerName: ['The customer’s name', 'Maria Santos'],
      creditNoteNumber: ['The credit note’s number', 'SPC-CN012'],
      invoiceNumber: ['The number of the invoice that it credits', 'SPC012'],
      date: ['The day it was made', 'Friday, November 20, 2026'],
      reason: ['Why it was made', 'One room was not cleaned.'],
      amount: ['What is credited, with its taxes', '$59.50'],
    },
  },
  'new-order': {
    name: 'New order',
    to: 'office',
    subject: 'New order {{orderNumber}}: {{total}}',
    body: `An order came in: {{orderNumber}}, to be paid by {{paymentMethod}}.

${BILL_LINES}

${DELIVERY_LINES}

See it and pack it: {{officeLink}}`,
    variables: {
      ...ORDER,
      ...BILL,
      ...DELIVERY,
      officeLink: ['Where the office sees it', 'https://example.com/orders?order=12'],
    },
  },
} as const satisfies Record<string, MessageTemplate>;
