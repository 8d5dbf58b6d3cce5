import { countRows } from '../../../db/prepared';
import {
  appointmentBookings,
  clients,
  contactInquiries,
  invoices,
  orders,
  priceItems,
  receipts,
  teamMembers,
  workOrders,
} from '../../../db/schema';
import { seedPrices } from '../../../db/starter-prices';
import { hasPostalAddress } from '../../shared/consents';
import { DomainError } from '../../shared/errors';
import type { Ctx } from '../context';
import { getSettings, saveSettings } from '../settings/service';
import { makeBookings } from './bookings';
import { rateVisits, writeMessages } from './client-pages';
import { makeJobs } from './jobs';
import { billJobs, receiveTransfers } from './money';
import { makeClients, makeMembers } from './people';
import { photographVisits } from './photos';
import { makePlans } from './plans';
import { makePricedQuotes } from './priced-quotes';
import { makeQuotes } from './quotes';
import { makeOrders } from './store';

/** The password of all members of the demo company. */
export const DEMO_PASSWORD = 'demo-password';

/** Throws CONFLICT when the database holds business data. The starter catalogue does not count. */
function assertNoBusiness({ db }: Ctx): void {
  const tables = {
    clients,
    'team members': teamMembers,
    'work orders': workOrders,
    'quote requests': contactInquiries,
    orders,
    bookings: appointmentBookings,
    invoices,
    receipts,
  };
  const full = Object.entries(tables).find(([, table]) => countRows(db, table, undefined) > 0);
  if (full) throw new DomainError('CONFLICT', `The demo company needs an empty database; this one already has ${full[0]}.`);
}

/**
 * Sets prices and an invented postal address, which marketing messages require, unless the company has them. Hides the checklist, since
 * this company is not new.
 */
function placeCompany(ctx: Ctx): void {
  const { company, checklist } = getSettings(ctx);
  saveSettings(ctx, { checklist: { ...checklist, isHidden: true }, planDiscounts: { week: 15, '2weeks': 10, '4weeks': 5 } });
  if (countRows(ctx.db, priceItems, undefined) === 0) seedPrices(ctx.db, ctx.now());
  if (!hasPostalAddress(company)) saveSettings(ctx, { company: { ...company, street: '210 Lansdowne St', postalCode: 'V2C 0A5' } });
}

export type DemoCounts = Record<'clients' | 'members' | 'workOrders' | 'orders' | 'quotes' | 'bookings', number>;

/**
 * Fills an empty database with clients, members, work orders around today and their invoices, photos, ratings and messages of clients,
 * recurring plans, quote requests, priced quotes, bookings and nine months of store orders, by the same services that the office, the
 * phones and the visitors use. Messages are stored and never sent. Throws CONFLICT and writes nothing when there is business data already.
 */
export async function seedDemo(caller: Ctx): Promise<DemoCounts> {
  assertNoBusiness(caller);
  const startedAt = caller.now().getTime();
  // One instant for all rows. No mail server, since the addresses are invented.
  const ctx: Ctx = { ...caller, now: () => new Date(startedAt), hasMailServer: false };
  placeCompany(ctx);
  const people = { members: await makeMembers(ctx, DEMO_PASSWORD), clients: makeClients(ctx) };
  const done = [...makeJobs(ctx, people), ...makeQuotes(ctx, people), ...makeBookings(ctx, people)];
  billJobs(ctx, done);
  receiveTransfers(ctx);
  await photographVisits(ctx, people, done);
  rateVisits(ctx, done);
  writeMessages(ctx, people);
  makePlans(ctx, people);
  await makePricedQuotes(ctx, people);
  makeOrders(ctx);
  const count = (table: Parameters<typeof countRows>[1]) => countRows(ctx.db, table, undefined);
  return {
    clients: count(clients),
    members: count(teamMembers),
    workOrders: count(workOrders),
    orders: count(orders),
    quotes: count(contactInquiries),
    bookings: count(appointmentBookings),
  };
}
