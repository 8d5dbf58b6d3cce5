/** The input of an invoice form, $100 before tax. */
export const INVOICE = {
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  customerPhone: '(250) 555-0133',
  customerAddress: '12 Seymour St, Kamloops',
  serviceType: 'Residential Cleaning',
  serviceDescription: 'Two floors',
  serviceDate: '2026-11-18',
  dueDate: '2026-12-04',
  subtotal: '100.00',
};

/** The input of a receipt form. */
export const RECEIPT = {
  customerName: 'Jon Toews',
  customerEmail: null,
  paymentMethod: 'cash',
  amountPaid: '50.00',
  paymentDate: '2026-11-20',
  description: 'Windows',
};
