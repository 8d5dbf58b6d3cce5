import { and, asc, desc, eq, gt, gte, isNotNull, isNull, ne, sql, sum } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared';
import { clientAddresses, contactInquiries, invoices, workOrders } from '../../../../db/schema';
import type { Evidence } from '../../../shared/automation';
import { addressKey } from '../../../shared/clients';
import { formatCount } from '../../../shared/counts';
import { formatService, getFamily } from '../../../shared/dispatch';
import { findCompanyDomain, isBusiness } from '../../../shared/free-mail';
import { toSingleLine } from '../../../shared/message-text';
import { formatCents, MAX_CENTS } from '../../../shared/money';
import { roundHalfUp } from '../../../shared/statistics';
import type { Ctx } from '../../context';
import { isPaidInvoice, jobCents } from '../../market/past-jobs';
import { getCompany, getSettings } from '../../settings/service';
import { type ClientRow, countFinishedJobs, findPerson, hasUpcomingVisit, isFinished, listClientsAfter } from '../people';
import type { Place, WorkerTask } from '../sweep';
import { formatPriceSuffix, formatShortDate } from '../wording';
import { type Development, MOST_EVIDENCE, openSearch, periodStart, scoreCases } from './search';

/** Jobs or addresses of one client that are read at most. */
const MOST_PER_CLIENT = 100;

/** An argument for a contract; one opportunity may have several. */
type Argument = Pick<Development, 'reason' | 'evidence' | 'score'>;

const finishedJobs = prepared((db) =>
  db
    .select({
      id: workOrders.id,
      serviceType: workOrders.serviceType,
      completedDate: sql<string>`${workOrders.completedDate}`,
      cents: jobCents,
    })
    .from(workOrders)
    .leftJoin(invoices, isPaidInvoice)
    .where(and(eq(workOrders.clientId, sql.placeholder('clientId')), isFinished, gte(workOrders.completedDate, sql.placeholder('from'))))
    .orderBy(desc(workOrders.completedDate))
    .limit(MOST_PER_CLIENT),
);
/** Finds frequent jobs of a commercial client (by a commercial job or as a business) without an upcoming visit. */
function findFrequentJobs(ctx: Ctx, client: ClientRow): Argument | undefined {
  const { contractJobs, periodDays } = getSettings(ctx).automation;
  const jobs = finishedJobs(ctx.db).all({ clientId: client.id, from: periodStart(ctx) });
  const isCommercial = jobs.some(({ serviceType }) => getFamily(serviceType) === 'commercial') || isBusiness(client);
  const [last] = jobs;
  if (!last || jobs.length < contractJobs || !isCommercial) return undefined;
  if (hasUpcomingVisit(ctx, { clients: [client], emails: client.email ? [client.email.toLowerCase()] : [], phones: [] })) return undefined;
  return {
    reason: `${formatCount(jobs.length, 'job')} in ${periodDays} days, last on ${formatShortDate(ctx, last.completedDate)}, and none planned.`,
    evidence: jobs.map(({ id, serviceType, completedDate, cents }) => ({
      type: 'work-order',
      id,
      text: `${formatService(toSingleLine(serviceType))}, finished on ${formatShortDate(ctx, completedDate)}${formatPriceSuffix(cents)}`,
    })),
    score: scoreCases(jobs.length, contractJobs),
  };
}

const furtherAddresses = prepared((db) =>
  db
    .select({ address: clientAddresses.address })
    .from(clientAddresses)
    .where(eq(clientAddresses.clientId, sql.placeholder('clientId')))
    .limit(MOST_PER_CLIENT),
);
/** Finds several addresses of one payer; a client without a finished job has not paid for any yet. */
function findSeveralAddresses(ctx: Ctx, client: ClientRow): Argument | undefined {
  const further = furtherAddresses(ctx.db).all({ clientId: client.id });
  if (further.length === 0) return undefined;
  const addresses = new Map([client, ...further].map(({ address }) => [addressKey(address), address]));
  const { payerAddresses } = getSettings(ctx).automation;
  if (addresses.size < payerAddresses || countFinishedJobs(ctx, { clients: [client] }) === 0) return undefined;
  return {
    reason: `${addresses.size} addresses for one payer.`,
    evidence: [...addresses.values()].map((address): Evidence => ({ type: 'client', id: client.id, text: toSingleLine(address) })),
    score: scoreCases(addresses.size, payerAddresses),
  };
}

function toContract({ name, email }: { name: string; email: string | null }, reasons: readonly Argument[]) {
  return {
    kind: 'corporate_contract' as const,
    title: `Contract with ${toSingleLine(name)}`,
    reason: reasons.map(({ reason }) => reason).join(' '),
    evidence: reasons.flatMap(({ evidence }) => evidence).slice(0, MOST_EVIDENCE),
    score: Math.max(...reasons.map(({ score }) => score)),
    to: email,
  };
}
const clientSubject = (ctx: Ctx, id: number) => ({
  subjectType: 'client' as const,
  subjectId: id,
  value: estimateYearlyValue(ctx, id),
});

const isNotServed = ({ mergedIntoId, isActive, doNotService }: Pick<ClientRow, 'mergedIntoId' | 'isActive' | 'doNotService'>) =>
  mergedIntoId !== null || !isActive || doNotService;

function judgeClient(ctx: Ctx, client: ClientRow): Development | undefined {
  if (isNotServed(client)) return undefined;
  const reasons = [findFrequentJobs(ctx, client), findSeveralAddresses(ctx, client)].flatMap((argument) => argument ?? []);
  return reasons.length === 0 ? undefined : { ...toContract(client, reasons), ...clientSubject(ctx, client.id) };
}

const findFirstInquirySince = ({ db }: Ctx, from: string) =>
  db
    .select({ id: contactInquiries.id })
    .from(contactInquiries)
    .where(gte(contactInquiries.createdAt, from))
    .orderBy(asc(contactInquiries.createdAt))
    .limit(1)
    .get()?.id;
/** Reads all inquiries of the period in the order of their ids, since each counts as examined. The plus keeps SQLite on that order. */
const listInquiriesAfter = ({ db }: Ctx, from: string, { after, limit }: Place) =>
  db
    .select({
      id: contactInquiries.id,
      name: contactInquiries.name,
      email: contactInquiries.email,
      clientId: contactInquiries.clientId,
      createdAt: contactInquiries.createdAt,
      isCommercial: sql<number>`${contactInquiries.serviceType} = 'commercial' and ${isNull(contactInquiries.deletedAt)}`,
    })
    .from(contactInquiries)
    .where(and(gt(contactInquiries.id, after), sql`+${contactInquiries.createdAt} >= ${from}`))
    .orderBy(asc(contactInquiries.id))
    .limit(limit)
    .all();

function judgeInquiry(ctx: Ctx, inquiry: ReturnType<typeof listInquiriesAfter>[number]): Development | undefined {
  const domain = findCompanyDomain(inquiry.email);
  if (!inquiry.isCommercial || !domain || domain === findCompanyDomain(getCompany(ctx).email)) return undefined;
  const { clients: known } = findPerson(ctx, inquiry);
  if (known.some(isNotServed)) return undefined;
  const askedOn = formatShortDate(ctx, inquiry.createdAt);
  const argument: Argument = {
    reason: `Commercial cleaning asked for on ${askedOn} from an address at ${domain}.`,
    evidence: [{ type: 'quote', id: inquiry.id, text: `Asked for on ${askedOn}` }],
    score: scoreCases(1, 1),
  };
  const [client] = known;
  return {
    ...toContract(inquiry, [argument]),
    ...(client ? clientSubject(ctx, client.id) : { subjectType: 'domain' as const, subjectId: domain }),
  };
}

/** Finds contract leads: frequent commercial clients without an upcoming visit, inquiries of organisations, payers of several addresses. */
export const findContracts: WorkerTask = function* (ctx, run) {
  const search = openSearch(ctx, run, 'contracts');
  yield* search.each('clients', 'client', listClientsAfter, judgeClient);
  const from = periodStart(ctx);
  const first = findFirstInquirySince(ctx, from);
  if (first !== undefined)
    yield* search.each(
      'inquiries',
      'request',
      (_ctx, { after, limit }) => listInquiriesAfter(ctx, from, { after: Math.max(after, first - 1), limit }),
      judgeInquiry,
    );
  return search.finish();
};

/** A contract is valued at four times the revenue of 90 days, so a year counts as 360 days. */
const YEAR_DAYS = 360;

const readInvoicedCents = ({ db }: Ctx, clientId: number, from: string): number =>
  db
    .select({ cents: sum(invoices.subtotalCents).mapWith(Number) })
    .from(invoices)
    .where(
      and(
        // Reads the client's jobs first, then the invoices of each job and those that bill several jobs.
        sql`(${invoices.workOrderId} in (select id from work_orders where client_id = ${clientId}) or ${invoices.id} in (
          select j.invoice_id from work_orders w join invoice_jobs j on j.work_order_id = w.id where w.client_id = ${clientId}))`,
        isNull(invoices.deletedAt),
        ne(invoices.status, 'draft'),
        gte(sql`coalesce(${invoices.issuedAt}, ${invoices.createdAt})`, from),
      ),
    )
    .get()?.cents ?? 0;
const readFinishedCents = ({ db }: Ctx, clientId: number, from: string): number =>
  db
    .select({ cents: sum(workOrders.totalAmountCents).mapWith(Number) })
    .from(workOrders)
    .where(and(eq(workOrders.clientId, clientId), isFinished, isNotNull(workOrders.totalAmountCents), gte(workOrders.completedDate, from)))
    .get()?.cents ?? 0;

const formatDollars = (cents: number): string => `$${formatCents(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/**
 * Estimates a year of revenue with a client before tax: what their jobs were invoiced for in the current period, or else the amounts
 * of the jobs finished in it, times the number of periods in a year. Undefined without revenue.
 */
function estimateYearlyValue(ctx: Ctx, clientId: number): { cents: number; basis: string } | undefined {
  const { periodDays } = getSettings(ctx).automation;
  const times = YEAR_DAYS / periodDays;
  for (const [read, what] of [
    [readInvoicedCents, 'invoiced'],
    [readFinishedCents, 'of finished jobs'],
  ] as const) {
    const cents = read(ctx, clientId, periodStart(ctx));
    const value = roundHalfUp(times * cents);
    if (cents > 0 && value <= MAX_CENTS)
      return { cents: value, basis: `${Number(times.toFixed(2))} × ${formatDollars(cents)} ${what} before tax in ${periodDays} days` };
  }
  return undefined;
}
