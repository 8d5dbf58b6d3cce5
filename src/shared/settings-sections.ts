/** The sections of the settings: name in the address, title, and purpose. */
export const SETTINGS_SECTIONS = [
  ['company', 'Company', 'Who you are on every page, document and message.'],
  ['taxes', 'Taxes', 'By whose rates everything new is taxed. What exists keeps the taxes it was made with.'],
  ['prices', 'Prices', 'What a cleaning costs: by this your website estimates, and your quotes begin.'],
  ['store', 'Store', 'What visitors see beside a product, and how they pay.'],
  ['payments', 'Payments', 'How clients pay online, deposits of bookings, and bills that are made by themselves.'],
  ['website', 'Website', 'The words, photos and reviews of your landing page, your Privacy Policy and your Terms.'],
  ['booking', 'Booking', 'How many jobs a window takes, what becomes of a booking, and where the map begins.'],
  ['numbers', 'Numbers', 'How invoices and receipts are numbered, when an invoice is due, and the terms of quotes.'],
  ['messages', 'Messages', 'In which words Tidyline writes for you.'],
  ['automation', 'Automation', 'When the workers find something worth telling, and what they may send by themselves.'],
  ['outbox', 'Outbox', 'What was written to whom, and whether it arrived at the mail server.'],
  ['consent', 'Consent', 'Who may get news and reminders of offers by email, and on what ground.'],
  ['data', 'Data', 'Backups, everything you have as files, and files brought in.'],
  ['admins', 'Admins', 'Who may sign in to the office.'],
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number][0];
