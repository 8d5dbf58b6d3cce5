import { and, asc, desc, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import { clientAddresses, clients, contactInquiries, invoices, workOrders } from '../../../db/schema';
import type { Evidence } from '../../shared/automation-words';
import { addressKey } from '../../shared/clients';
import { familyOf, showService } from '../../shared/dispatch';
import { companyDomainOf, isBusiness } from '../../shared/free-mail';
import { isPaidInvoice, jobCents } from '../market/past-jobs';
import { prepared } from '../prepared';
import { getCompany, getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { yearlyValue } from './client-revenue';
import { MOST_EVIDENCE, openFindings, periodStart, scoreOf, tellDate } from './development';
import { counted, plainLine, tellAmount } from './lead';
import { countFinished, hasPlans, isFinished, personOf } from './people';
import { openSweep } from './sweep';
import type { Work } from './worker';

/** Rows of each list that one run looks at, and of one client. */
const MOST_ROWS = 300;
const MOST_OF_ONE = 100;

type Findings = ReturnType<typeof openFindings>;
const given = sql.placeholder;

const nextClients = prepared((db) =>
  db
    .select()
    .from(clients)
    .where(gt(clients.id, given('after')))
    .orderBy(asc(clients.id))
    .limit(given('limit'))
    .prepare(),
);
type Client = typeof clients.$inferSelect;
const jobsSince = prepared((db) =>
  db
    .select({
      id: workOrders.id,
      serviceType: workOrders.serviceType,
      completedDate: sql<string>`${workOrders.completedDate}`,
      cents: jobCents,
    })
    .from(workOrders)
    .leftJoin(invoices, isPaidInvoice)
    .where(and(eq(workOrders.clientId, given('id')), isFinished, gte(workOrders.completedDate, given('from'))))
    .orderBy(desc(workOrders.completedDate))
    .limit(MOST_OF_ONE)
    .prepare(),
);
const furtherAddresses = prepared((db) =>
  db
    .select({ address: clientAddresses.address })
    .from(clientAddresses)
    .where(eq(clientAddresses.clientId, given('id')))
    .limit(MOST_OF_ONE)
    .prepare(),
);

/** What speaks for a contract: a sentence, the rows it rests on, and how much it weighs. */
type Ground = { reason: string; evidence: Evidence[]; score: number };

/** A commercial client, by a commercial job or as a business, who has us often without a plan. */
function groundOfJobs(ctx: Ctx, client: Client): Ground | undefined {
  const { contractJobs, periodDays } = getSettings(ctx).automation;
  const jobs = jobsSince(ctx.db).all({ id: client.id, from: periodStart(ctx) });
  const isCommercial = jobs.some(({ serviceType }) => familyOf(serviceType) === 'commercial') || isBusiness(client);
  const [last] = jobs;
  if (!last || jobs.length < contractJobs || !isCommercial) return undefined;
  if (hasPlans(ctx, { clients: [client], emails: [client.email.toLowerCase()], phones: [] })) return undefined;
  return {
    reason: `${counted(jobs.length, 'job')} in ${periodDays} days, last on ${tellDate(ctx, last.completedDate)}, and none planned.`,
    evidence: jobs.map(({ id, serviceType, completedDate, cents }) => ({
      type: 'work-order',
      id,
      text: `${showService(plainLine(serviceType))}, finished on ${tellDate(ctx, completedDate)}${tellAmount(cents)}`,
    })),
    score: scoreOf(jobs.length, contractJobs),
  };
}

/** Somebody who pays for several places; a client without a finished job has not paid for one yet. */
function groundOfPlaces(ctx: Ctx, client: Client): Ground | undefined {
  const further = furtherAddresses(ctx.db).all({ id: client.id });
  if (further.length === 0) return undefined;
  const places = new Map([client, ...further].map(({ address }) => [addressKey(address), address]));
  const { payerAddresses } = getSettings(ctx).automation;
  if (places.size < payerAddresses || countFinished(ctx, { clients: [client] }) === 0) return undefined;
  return {
    reason: `${places.size} addresses for one payer.`,
    evidence: [...places.values()].map((address) => ({ type: 'client', id: client.id, text: plainLine(address) })),
    score: scoreOf(places.size, payerAddresses),
  };
}

/** Commercial work asked for from an address of an organisation. */
function groundOfInquiry(ctx: Ctx, { id, createdAt }: Inquiry, domain: string): Ground {
  const askedOn = tellDate(ctx, createdAt);
  return {
    reason: `Commercial cleaning asked for on ${askedOn} from an address at ${domain}.`,
    evidence: [{ type: 'quote', id, text: `Asked for on ${askedOn}` }],
    score: scoreOf(1, 1),
  };
}

function keep(
  ctx: Ctx,
  findings: Findings,
  grounds: Ground[],
  about: Client | Inquiry,
  subject: { type: 'client' | 'domain'; id: string },
) {
  if (grounds.length === 0) return;
  findings.keep({
    kind: 'corporate_contract',
    subjectType: subject.type,
    subjectId: subject.id,
    title: `Contract with ${plainLine(about.name)}`,
    reason: grounds.map(({ reason }) => reason).join(' '),
    evidence: grounds.flatMap(({ evidence }) => evidence).slice(0, MOST_EVIDENCE),
    score: Math.max(...grounds.map(({ score }) => score)),
    value: subject.type === 'client' ? yearlyValue(ctx, Number(subject.id)) : undefined,
    to: about.email,
  });
}

const isRefused = ({ mergedIntoId, isActive, doNotService }: Pick<Client, 'mergedIntoId' | 'isActive' | 'doNotService'>) =>
  mergedIntoId !== null || !isActive || doNotService;

function judgeClient(ctx: Ctx, findings: Findings, client: Client): void {
  if (isRefused(client)) return;
  const grounds = [groundOfJobs(ctx, client), groundOfPlaces(ctx, client)].flatMap((ground) => ground ?? []);
  keep(ctx, findings, grounds, client, { type: 'client', id: String(client.id) });
}

const firstInquirySince = prepared((db) =>
  db
    .select({ id: contactInquiries.id })
    .from(contactInquiries)
    .where(gte(contactInquiries.createdAt, given('from')))
    .orderBy(asc(contactInquiries.createdAt))
    .limit(1)
    .prepare(),
);
const inquiryColumns = {
  id: contactInquiries.id,
  name: contactInquiries.name,
  email: contactInquiries.email,
  clientId: contactInquiries.clientId,
  createdAt: contactInquiries.createdAt,
  isMeant: sql<number>`${contactInquiries.serviceType} = 'commercial' and ${isNull(contactInquiries.deletedAt)}`,
};
// The plus keeps it with the order of the ids, where each row counts as looked at.
const nextInquiries = prepared((db) =>
  db
    .select(inquiryColumns)
    .from(contactInquiries)
    .where(and(gt(contactInquiries.id, given('after')), sql`+${contactInquiries.createdAt} >= ${given('from')}`))
    .orderBy(asc(contactInquiries.id))
    .limit(given('limit'))
    .prepare(),
);
type Inquiry = { id: number; name: string; email: string; clientId: number | null; createdAt: string; isMeant: number };

function judgeInquiry(ctx: Ctx, findings: Findings, inquiry: Inquiry): void {
  const domain = companyDomainOf(inquiry.email);
  if (!inquiry.isMeant || !domain || domain === companyDomainOf(getCompany(ctx).email)) return;
  const { clients: known } = personOf(ctx, inquiry);
  if (known.some(isRefused)) return;
  const [client] = known;
  const subject = client ? ({ type: 'client', id: String(client.id) } as const) : ({ type: 'domain', id: domain } as const);
  keep(ctx, findings, [groundOfInquiry(ctx, inquiry, domain)], inquiry, subject);
}

/**
 * Looks for those who may want a contract: commercial clients who have us often without a plan, commercial inquiries out of
 * organisations, and payers of several addresses (automation.md §4).
 */
export const findContracts: Work = (ctx, runId) => {
  const findings = openFindings(ctx, runId);
  const sweep = openSweep(ctx, 'contracts');
  const looked = sweep.each(
    'clients',
    MOST_ROWS,
    (place) => nextClients(ctx.db).all(place),
    (client) => {
      if (findings.isFull()) return false;
      judgeClient(ctx, findings, client);
      return true;
    },
  );
  const from = periodStart(ctx);
  const first = firstInquirySince(ctx.db).get({ from })?.id;
  const asked = sweep.each(
    'inquiries',
    MOST_ROWS,
    ({ after, limit }) => (first === undefined ? [] : nextInquiries(ctx.db).all({ after: Math.max(after, first - 1), limit, from })),
    (inquiry) => {
      if (findings.isFull()) return false;
      judgeInquiry(ctx, findings, inquiry);
      return true;
    },
  );
  sweep.keep();
  return findings.tell([
    [looked, 'client'],
    [asked, 'request'],
  ]);
};
