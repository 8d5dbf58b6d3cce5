import { and, eq, or, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { clients, invoices, payerNames } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import { company } from '../../shared/company';
import { compareNames, findInvoiceNumbers, splitName, toPayerName } from '../../shared/payments';
import type { MoneyIn } from '../../shared/payments-schemas';
import { formatMoney } from '../../shared/store-sums';
import type { Ctx } from '../context';
import { anyJob } from '../invoices/visits/jobs';

/** Open invoices among which an e-Transfer looks for its own, the newest ones, and how many of them it suggests. */
const SEARCHED = 500;
const SUGGESTED = 5;
/** The share of common words from which two names count as similar. */
const SIMILAR = 0.5;

const isOpen = sql`invoices.deleted_at is null and invoices.status in ('pending', 'overdue')`;
const balanceCents = sql<number>`invoices.total_cents - invoices.credited_cents - invoices.amount_paid_cents`;
const fields = {
  id: sql<number>`invoices.id`,
  invoiceNumber: sql<string>`invoices.invoice_number`,
  customerName: sql<string>`invoices.customer_name`,
  balanceCents,
  emailKey: sql<string | null>`${emailKey(sql`invoices.customer_email`)}`,
  jobClientId: sql<number | null>`(select client_id from work_orders where id = ${anyJob})`,
};
type OpenRow = {
  id: number;
  invoiceNumber: string;
  customerName: string;
  balanceCents: number;
  emailKey: string | null;
  jobClientId: number | null;
};
/** An open invoice with the words of its client's name, which are split once for all e-Transfers of a page. */
export type OpenInvoice = OpenRow & { name: ReadonlySet<string> };
const withName = (rows: OpenRow[]): OpenInvoice[] => rows.map((row) => ({ ...row, name: splitName(row.customerName) }));

const newestOpen = prepared((db) =>
  db
    .select(fields)
    .from(sql`invoices indexed by invoices_open_newest`)
    .where(and(isOpen, sql`${balanceCents} > 0`))
    .orderBy(sql`invoices.id desc`)
    .limit(SEARCHED),
);
const openOfNumber = prepared((db) =>
  db
    .select(fields)
    .from(invoices)
    .where(and(eq(invoices.numberValue, sql.placeholder('value')), isOpen, sql`${balanceCents} > 0`)),
);
const knownClients = prepared((db) =>
  db
    .select({ id: clients.id, emailKey: sql<string | null>`${emailKey(sql`clients.email`)}` })
    .from(payerNames)
    .innerJoin(clients, or(eq(clients.id, payerNames.clientId), eq(clients.mergedIntoId, payerNames.clientId)))
    .where(eq(payerNames.name, sql.placeholder('name'))),
);
const clientOfInvoice = prepared((db) =>
  db
    .select({ id: sql<number>`coalesce(merged_into_id, id)` })
    .from(clients)
    .where(
      sql`id = coalesce(
        (select client_id from work_orders where id = (select ${anyJob} from invoices where id = ${sql.placeholder('invoiceId')})),
        (select id from clients where ${emailKey(sql`email`)} =
          (select ${emailKey(sql`customer_email`)} from invoices where id = ${sql.placeholder('invoiceId')}) order by merged_into_id is not null, id limit 1))`,
    ),
);

/** Reads the open invoices for a page of suggestions, once. */
export const listOpen = (ctx: Ctx): OpenInvoice[] => withName(newestOpen(ctx.db).all() as OpenRow[]);

/** Returns the open invoices that a memo names, each by its exact number in any case. */
export function findNamed(ctx: Ctx, memo: string | null): { numbers: string[]; open: OpenInvoice[] } {
  const numbers = findInvoiceNumbers(memo ?? '', company.code).slice(0, 10);
  const open = numbers.flatMap((number) =>
    withName(openOfNumber(ctx.db).all({ value: Number(number.slice(company.code.length)) }) as OpenRow[]).filter(
      ({ invoiceNumber }) => invoiceNumber.toUpperCase() === number,
    ),
  );
  return { numbers, open };
}

type Transfer = { sender: string; memo: string | null; amountCents: number };

/** Returns the open invoices that an e-Transfer may pay, the best first: a known payer's, named ones, equal amounts, similar names. */
export function rankCandidates(ctx: Ctx, { sender, memo, amountCents }: Transfer, open: readonly OpenInvoice[]): MoneyIn['suggestions'] {
  const [name, named] = [splitName(sender), findNamed(ctx, memo).open];
  const known = knownClients(ctx.db).all({ name: toPayerName(sender) });
  const [ids, keys] = [new Set(known.map(({ id }) => id)), new Set(known.flatMap(({ emailKey: key }) => key || []))];
  const all = new Map([...named, ...open].map((invoice) => [invoice.id, invoice]));
  return [...all.values()]
    .map((invoice) => {
      const isKnown = invoice.jobClientId !== null ? ids.has(invoice.jobClientId) : invoice.emailKey !== null && keys.has(invoice.emailKey);
      const isNamed = named.some(({ id }) => id === invoice.id);
      const isEqual = invoice.balanceCents === amountCents;
      const likeness = compareNames(name, invoice.name);
      const score = Number(isKnown) * 8 + Number(isNamed) * 4 + Number(isEqual) * 2 + (likeness >= SIMILAR ? likeness : 0);
      const reasons = [
        isKnown && `${sender} has paid for this client before`,
        isNamed && 'the message names it',
        isEqual && 'the amount is its balance',
        likeness >= SIMILAR && 'the name is similar',
        !isEqual && `its balance is ${formatMoney(invoice.balanceCents)}`,
      ].filter((reason) => reason !== false);
      return { invoice, score, reasons };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.invoice.id - a.invoice.id)
    .slice(0, SUGGESTED)
    .map(({ invoice: { id, invoiceNumber }, reasons }) => {
      const reason = reasons.join(', ');
      return { invoiceId: id, invoiceNumber, reason: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` };
    });
}

/** Stores that a person pays under this name for the client of an invoice; call it inside a transaction. */
export function learnPayer(ctx: Ctx, sender: string, invoiceId: number): void {
  const client = clientOfInvoice(ctx.db).get({ invoiceId });
  const name = toPayerName(sender);
  if (!client || name === '') return;
  ctx.db.insert(payerNames).values({ name, clientId: client.id, createdAt: ctx.now().toISOString() }).onConflictDoNothing().run();
}
