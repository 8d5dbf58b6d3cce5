import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { emailKey, nameKey, phoneKey } from './checks';

/** Entry instructions; only the cleaner of a job reads them, from the day before it to the day after. */
const accessNotes = { accessGate: text(), accessAlarm: text(), accessPets: text(), accessKey: text() };

export const clients = sqliteTable(
  'clients',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    email: text(),
    phone: text(),
    address: text().notNull(),
    latitude: real(),
    longitude: real(),
    notes: text(),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    createdAt: text().notNull(),
    ...accessNotes,
    /** Set if the company no longer works for this client; dispatch shows a warning. */
    doNotService: integer({ mode: 'boolean' }).notNull().default(false),
    doNotServiceReason: text(),
    /** Employer or manager of the place, such as a property manager or a clinic. */
    company: text(),
    /** The client allows photos of their place in public. */
    photoConsent: integer({ mode: 'boolean' }).notNull().default(false),
    /** When the client agreed to text messages; null without consent. */
    smsConsentAt: text(),
    /** Code to share with friends; null until the office creates it. */
    referralCode: text().unique(),
    /** The client that this duplicate was merged into; the row stays so that its e-mail and phone still find that client. */
    mergedIntoId: integer().references((): AnySQLiteColumn => clients.id, { onDelete: 'restrict' }),
  },
  (table) => [
    check('clients_reachable', sql`${table.email} is not null or ${table.phone} is not null`),
    check('clients_latitude', sql`${table.latitude} is null or ${table.latitude} between -90 and 90`),
    check('clients_longitude', sql`${table.longitude} is null or ${table.longitude} between -180 and 180`),
    index('clients_email').on(sql`lower(email)`),
    index('clients_person').on(emailKey(sql`email`)),
    index('clients_phone').on(phoneKey(sql`phone`)),
    index('clients_name').on(sql`lower(name)`),
    index('clients_merged_into').on(table.mergedIntoId),
    index('clients_company').on(nameKey(sql`company`)).where(sql`company is not null`),
  ],
);

/** Additional addresses of a client; the primary address is on the client itself. */
export const clientAddresses = sqliteTable(
  'client_addresses',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    clientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    address: text().notNull(),
    latitude: real(),
    longitude: real(),
    ...accessNotes,
    createdAt: text().notNull(),
  },
  (table) => [
    check('client_addresses_latitude', sql`${table.latitude} is null or ${table.latitude} between -90 and 90`),
    check('client_addresses_longitude', sql`${table.longitude} is null or ${table.longitude} between -180 and 180`),
    index('client_addresses_client').on(table.clientId),
  ],
);
