import { defineVariables, letter, type MessageTemplate } from './message-text';

const ORDER = defineVariables({
  customerName: ['The customer’s name', 'Maria Santos'],
  orderNumber: ['The order’s number', 'ORD-0012'],
});
const ORDER_LINK = defineVariables({
  orderLink: ['The link to the order for the customer', 'https://example.com/order-confirmation/Xk29'],
});
const BILL = defineVariables({
  orderLines: ['The products, one line each', '2 × Squeegee, $19.95 each: $39.90'],
  subtotal: ['The subtotal', '$39.90'],
  tax: ['The tax', '$4.79'],
  total: ['The total', '$44.69'],
  paymentMethod: ['The payment method', 'Interac e-Transfer'],
});
const DELIVERY = defineVariables({
  customerEmail: ['Their e-mail address', 'maria@example.com'],
  customerPhone: ['Their phone number', '(250) 555-0133'],
  address: ['The delivery address', '12 Seymour St, Kamloops, V2C 2A1'],
  orderNotes: ['Their notes, or “none”', 'Side door, please.'],
});
const RECEIPT = defineVariables({
  customerName: ['The customer’s name', 'Maria Santos'],
  receiptNumber: ['The receipt’s number', 'SPC-RCP012'],
  amount: ['The amount', '$214.20'],
  date: ['The date of the payment', 'Friday, November 20, 2026'],
  paymentMethod: ['The payment method', 'Cash'],
  description: ['The service or goods', 'Residential cleaning'],
});

const BILL_LINES = `{{orderLines}}

Subtotal: {{subtotal}}
Tax: {{tax}}
Total: {{total}}`;
const DELIVERY_LINES = `Name: {{customerName}}
Email: {{customerEmail}}
Phone: {{customerPhone}}
Address: {{address}}
Notes: {{orderNotes}}`;
const IF_WRONG = 'If something is not right, just answer this message or call us.';
const SEE_ORDER = 'See your order: {{orderLink}}';

/** The messages about orders, invoices and receipts. */
export const MONEY_TEMPLATES = {
  'order-received': {
    name: 'Order received',
    to: 'client',
    subject: 'We received your order {{orderNumber}}',
    body: letter(`Thank you for your order {{orderNumber}}.

${BILL_LINES}

How to pay ({{paymentMethod}}): {{paymentInstructions}}

We will deliver to:

${DELIVERY_LINES}

${IF_WRONG}

${SEE_ORDER}`),
    variables: {
      ...ORDER,
      ...BILL,
      ...DELIVERY,
      ...ORDER_LINK,
      paymentInstructions: ['The payment instructions from the settings', 'Please have the amount ready when we deliver.'],
    },
  },
  'order-shipped': {
    name: 'Order shipped',
    to: 'client',
    subject: 'Your order {{orderNumber}} is on its way',
    body: letter(`Your order {{orderNumber}} is on its way to:

{{address}}

{{orderItems}}

Amount due ({{paymentMethod}}): {{amountDue}}

${SEE_ORDER}`),
    variables: {
      ...ORDER,
      ...ORDER_LINK,
      address: ['The delivery address', '12 Seymour St, Kamloops, V2C 2A1'],
      orderItems: ['The products, one line each', '2 × Squeegee'],
      paymentMethod: ['The payment method; empty if the order is paid', 'Cash'],
      amountDue: ['The amount due; empty if the order is paid', '$44.69'],
    },
  },
  'order-cancelled': {
    name: 'Order cancelled',
    to: 'client',
    subject: 'Your order {{orderNumber}} was cancelled',
    body: letter(`Your order {{orderNumber}} was cancelled.

Reason: {{reason}}

{{refundNote}}

${SEE_ORDER}`),
    variables: {
      ...ORDER,
      ...ORDER_LINK,
      reason: ['The reason, or “not given”', 'It is sold out.'],
      refundNote: ['What happens to the payment', 'Nothing was charged, and there is nothing to pay.'],
    },
  },
  'invoice-sent': {
    name: 'Invoice',
    to: 'client',
    subject: 'Your invoice {{invoiceNumber}} from {{companyName}}',
    body: letter(`Thank you for choosing {{companyName}}. Your invoice is attached as a PDF.

Invoice: {{invoiceNumber}}
Date: {{issueDate}}
Service date: {{date}}
For: {{description}}
Total: {{total}}
Balance due: {{balance}}
Due date: {{dueDate}}
Agreed payment: {{paymentMethod}}

Pay your invoice: {{payLink}}

{{howToPay}}

${IF_WRONG}`),
    variables: {
      customerName: ['The customer’s name', 'Maria Santos'],
      invoiceNumber: ['The invoice’s number', 'SPC012'],
      date: ['The date of the service', 'Friday, November 20, 2026'],
      issueDate: ['The date of the invoice', 'Friday, November 20, 2026'],
      description: ['The service', 'Residential cleaning'],
      total: ['The total', '$214.20'],
      balance: ['The balance due; empty if the invoice is paid', '$214.20'],
      dueDate: ['The due date; empty if the invoice is paid', 'Friday, December 4, 2026'],
      paymentMethod: ['The payment method; empty if none was agreed', 'e-Transfer'],
      howToPay: [
        'Each way to pay in the words from the settings; empty if the invoice is paid',
        'How to pay:\n\nInterac e-Transfer: Please send it to pay@example.com. Please write SPC012 in the message.\nCash: Please have it ready.',
      ],
      payLink: ['The link to the payment page; empty if the invoice is paid', 'https://example.com/pay/Xk29'],
    },
  },
  'receipt-sent': {
    name: 'Receipt',
    to: 'client',
    subject: 'Your receipt {{receiptNumber}} from {{companyName}}',
    body: letter(`Thank you for your payment. Your receipt is attached.

Receipt: {{receiptNumber}}
Date: {{date}}
Amount: {{amount}}
Paid by: {{paymentMethod}}
For: {{description}}

${IF_WRONG}`),
    variables: RECEIPT,
  },
  'refund-sent': {
    name: 'Refund',
    to: 'client',
    subject: 'Your refund {{receiptNumber}} from {{companyName}}',
    body: letter(`We have sent you a refund. The receipt is attached.

Receipt: {{receiptNumber}}
Date: {{date}}
Refunded: {{amount}}
Refunded by: {{paymentMethod}}
For: {{description}}

${IF_WRONG}`),
    variables: {
      ...RECEIPT,
      date: ['The date of the refund', 'Friday, November 20, 2026'],
      paymentMethod: ['The refund method', 'Cash'],
    },
  },
  'credit-note-sent': {
    name: 'Credit note',
    to: 'client',
    subject: 'Your credit note {{creditNoteNumber}} from {{companyName}}',
    body: letter(`We credited an amount to your invoice {{invoiceNumber}}. The credit note is attached as a PDF.

Credit note: {{creditNoteNumber}}
Date: {{date}}
Credited: {{amount}}
For: {{reason}}

${IF_WRONG}`),
    variables: {
      customerName: ['The customer’s name', 'Maria Santos'],
      creditNoteNumber: ['The credit note’s number', 'SPC-CN012'],
      invoiceNumber: ['The invoice’s number', 'SPC012'],
      date: ['The date of the credit note', 'Friday, November 20, 2026'],
      reason: ['The reason', 'One room was not cleaned.'],
      amount: ['The credited amount with taxes', '$59.50'],
    },
  },
  'new-order': {
    name: 'New order',
    to: 'office',
    subject: 'New order {{orderNumber}}: {{total}}',
    body: `You have a new order: {{orderNumber}}, payment by {{paymentMethod}}.

${BILL_LINES}

${DELIVERY_LINES}

Open the order: {{officeLink}}`,
    variables: {
      ...ORDER,
      ...BILL,
      ...DELIVERY,
      officeLink: ['The link to the order in the office', 'https://example.com/orders?order=12'],
    },
  },
} as const satisfies Record<string, MessageTemplate>;
