/** The sections of the settings: name in the address, title, and purpose. */
export const SETTINGS_SECTIONS = [
  ['company', 'Company', 'Your name, address, hours and logo on every page, document and message.'],
  ['taxes', 'Taxes', 'The tax rates of new orders, quotes and invoices. Existing ones keep theirs.'],
  ['prices', 'Prices', 'Your price list. Your website’s estimates and your quotes are based on it.'],
  ['store', 'Store', 'What customers see beside a product, and how they can pay.'],
  ['payments', 'Payments', 'Online payments, booking deposits and automatic invoices.'],
  ['website', 'Website', 'The words, photos, reviews and links of your landing page, your Privacy Policy and your Terms.'],
  ['booking', 'Booking', 'How many bookings each window takes, what happens with a new booking, and where your map starts.'],
  ['numbers', 'Numbers', 'How invoices and receipts are numbered, when an invoice is due, and the terms of quotes.'],
  ['messages', 'Messages', 'The wording of your emails and texts, and which of them are sent automatically.'],
  ['automation', 'Automation', 'What the AI workers look for, and what they may send on their own.'],
  ['outbox', 'Outbox', 'Every message, who it went to, and whether the mail server accepted it.'],
  ['consent', 'Consent', 'Who may receive offers by email, and the proof of their consent.'],
  ['data', 'Data', 'Backups, exports of your data, and imports.'],
  ['admins', 'Admins', 'The people who can sign in to the office.'],
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number][0];
