import { and, asc, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { appointmentBookings, clients, orders, workOrders } from '../../../db/schema';
import { emailKey, nameKey, phoneKey } from '../../../db/schema/checks';
import type { Evidence } from '../../shared/automation-words';
import { companyDomainOf, isBusiness } from '../../shared/free-mail';
import { singleSpaced } from '../../shared/text';
import { prepared } from '../prepared';
import { getCompany, getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { MOST_EVIDENCE, openFindings, scoreOf, tellDate } from './development';
import { counted, plainLine } from './lead';
import { obstacleOf, type Person, personOf } from './people';
import { openSweep } from './sweep';
import type { Work } from './worker';

/** Rows of each list that one run looks at. */
const MOST_ROWS = 300;

type Findings = ReturnType<typeof openFindings>;
const given = sql.placeholder;

const nextOrders = prepared((db) =>
  db
    .select({
      id: orders.orderNumber,
      name: orders.customerName,
      email: orders.customerEmail,
      phone: orders.customerPhone,
    })
    .from(orders)
    .where(gt(orders.orderNumber, given('after')))
    .orderBy(asc(orders.orderNumber))
    .limit(given('limit'))
    .prepare(),
);
type Buyer = { id: number; name: string; email: string; phone: string };
const ordersOf = prepared((db) =>
  db
    .select({ id: orders.orderNumber, at: orders.createdAt })
    .from(orders)
    .where(and(eq(emailKey(sql`${orders.customerEmail}`), emailKey(sql`${given('email')}`)), ne(orders.status, 'cancelled')))
    .orderBy(desc(orders.orderNumber))
    .limit(MOST_ROWS)
    .prepare(),
);
const bookedByEmail = prepared((db) =>
  db
    .select({ id: appointmentBookings.id })
    .from(appointmentBookings)
    .where(eq(emailKey(sql`${appointmentBookings.clientEmail}`), emailKey(sql`${given('email')}`)))
    .limit(1)
    .prepare(),
);
const bookedByPhone = prepared((db) =>
  db
    .select({ id: appointmentBookings.id })
    .from(appointmentBookings)
    .where(eq(phoneKey(sql`${appointmentBookings.clientPhone}`), phoneKey(sql`${given('phone')}`)))
    .limit(1)
    .prepare(),
);
const jobOf = prepared((db) =>
  db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(eq(workOrders.clientId, given('id')))
    .limit(1)
    .prepare(),
);

/** Whether somebody ever booked cleaning or got a work order, also where it was cancelled. */
const hasBooked = (ctx: Ctx, { clients: known, emails, phones }: Person): boolean =>
  emails.some((email) => bookedByEmail(ctx.db).get({ email })) ||
  phones.some((phone) => bookedByPhone(ctx.db).get({ phone })) ||
  known.some(({ id }) => jobOf(ctx.db).get({ id }));

/** A business that buys its supplies here and cleans itself, or has others do it. */
function judgeBuyer(ctx: Ctx, findings: Findings, buyer: Buyer): void {
  const domain = companyDomainOf(buyer.email);
  if (domain && domain === companyDomainOf(getCompany(ctx).email)) return;
  const { allianceOrders } = getSettings(ctx).automation;
  const bought = ordersOf(ctx.db).all(buyer);
  const [last] = bought;
  if (!last || bought.length < allianceOrders) return;
  const person = personOf(ctx, buyer);
  const company = person.clients.map((client) => client.company).find(Boolean) ?? null;
  if (!isBusiness({ ...buyer, company })) return;
  if (obstacleOf(person) || hasBooked(ctx, person)) return;
  findings.keep({
    kind: 'strategic_alliance',
    subjectType: domain ? 'domain' : 'order',
    subjectId: domain ?? bought.at(-1)?.id ?? last.id,
    title: `Alliance with ${plainLine(buyer.name)}`,
    reason: `${counted(bought.length, 'order')} of supplies, last on ${tellDate(ctx, last.at)}, and no cleaning booked.`,
    evidence: bought
      .slice(0, MOST_EVIDENCE)
      .map(({ id, at }): Evidence => ({ type: 'order', id, text: `Ordered on ${tellDate(ctx, at)}` })),
    score: scoreOf(bought.length, allianceOrders),
    to: buyer.email,
  });
}

const nextClients = prepared((db) =>
  db
    .select({ id: clients.id, company: clients.company })
    .from(clients)
    .where(gt(clients.id, given('after')))
    .orderBy(asc(clients.id))
    .limit(given('limit'))
    .prepare(),
);
const clientsOfCompany = prepared((db) =>
  db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(
      and(
        eq(nameKey(sql`${clients.company}`), nameKey(sql`${given('company')}`)),
        sql`${clients.company} is not null`,
        sql`+${isNull(clients.mergedIntoId)}`,
        eq(clients.isActive, true),
        eq(clients.doNotService, false),
      ),
    )
    .orderBy(asc(clients.id))
    .limit(MOST_ROWS)
    .prepare(),
);

/** An organisation that several clients have to do with: a property manager, a realtor, a host of short stays. */
function judgeCompany(ctx: Ctx, findings: Findings, company: string): void {
  const { allianceClients } = getSettings(ctx).automation;
  const people = clientsOfCompany(ctx.db).all({ company });
  if (people.length < allianceClients) return;
  findings.keep({
    kind: 'strategic_alliance',
    subjectType: 'company',
    subjectId: company,
    title: `Alliance with ${plainLine(company)}`,
    reason: `${counted(people.length, 'client')} of ours have to do with ${plainLine(company)}.`,
    evidence: people.slice(0, MOST_EVIDENCE).map(({ id, name }): Evidence => ({ type: 'client', id, text: plainLine(name) })),
    score: scoreOf(people.length, allianceClients),
    to: null,
  });
}

/**
 * Looks for organisations to join forces with: businesses that buy supplies and never booked cleaning, and those that several
 * clients have to do with (automation.md §4).
 */
export const findAlliances: Work = (ctx, runId) => {
  const findings = openFindings(ctx, runId);
  const sweep = openSweep(ctx, 'alliances');
  /** Judges the first row of each key of a run. */
  const once =
    <Row>(keyOf: (row: Row) => string, judge: (row: Row) => void, seen = new Set([''])) =>
    (row: Row): boolean => {
      if (findings.isFull()) return false;
      const key = singleSpaced(keyOf(row)).toLowerCase();
      if (!seen.has(key)) judge(row);
      seen.add(key);
      return true;
    };
  const bought = sweep.each(
    'orders',
    MOST_ROWS,
    (place) => nextOrders(ctx.db).all(place),
    once(
      ({ email }) => email,
      (buyer) => judgeBuyer(ctx, findings, buyer),
    ),
  );
  const looked = sweep.each(
    'clients',
    MOST_ROWS,
    (place) => nextClients(ctx.db).all(place),
    once(
      ({ company }) => company ?? '',
      ({ company }) => judgeCompany(ctx, findings, singleSpaced(company ?? '')),
    ),
  );
  sweep.keep();
  return findings.tell([
    [bought, 'order'],
    [looked, 'client'],
  ]);
};
