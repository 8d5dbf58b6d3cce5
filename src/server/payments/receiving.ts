import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { placeholders, prepared } from '../../../db/prepared';
import { moneyIn } from '../../../db/schema';
import type { Received } from '../../shared/payments-schemas';
import { formatMoney } from '../../shared/store-sums';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { getRow } from '../invoices/reading';
import { publishAfterCommit } from '../live';
import { addTodo } from '../todos/service';
import { findNamed, type OpenInvoice } from './candidates';
import { findInOtherCase, isFromBank, listAlike } from './duplicates';
import { findForgery } from './genuine';
import { type Notice, parseNotice } from './notice';
import { book, type MoneyInRow, todoKey } from './service';

/**
 * An e-Transfer that arrived; `doubt` is why it does not count as proven, or null. `nth` counts the rows of a bank's list with the same
 * amount, sender and day.
 */
export type Arrival = Notice & { source: MoneyInRow['source']; receivedAt: string; doubt: string | null; nth?: number };

const byReference = prepared((db) =>
  db
    .select()
    .from(moneyIn)
    .where(eq(moneyIn.reference, sql.placeholder('reference'))),
);
const insertArrival = prepared((db) =>
  db
    .insert(moneyIn)
    .values({
      ...placeholders('reference', 'source', 'sender', 'memo', 'amountCents', 'receivedAt', 'reason', 'createdAt'),
      status: 'suggested',
      updatedAt: sql.placeholder('createdAt'),
    })
    .returning(),
);

type Judged = { invoice: OpenInvoice } | { reason: string };

/** Returns the one open invoice that an e-Transfer pays without doubt, or the reason why a person decides. */
function judge(ctx: Ctx, { memo, amountCents, doubt }: Arrival): Judged {
  const { numbers, open } = findNamed(ctx, memo);
  const [invoice] = open;
  if (numbers.length > 1) return { reason: `The message names several invoices: ${numbers.join(', ')}.` };
  if (numbers.length === 0) return { reason: memo ? 'The message names no invoice.' : 'The e-Transfer has no message.' };
  if (!invoice) return { reason: `The message names ${numbers[0]}, which is not an open invoice.` };
  if (invoice.balanceCents !== amountCents)
    return { reason: `The balance of ${invoice.invoiceNumber} is ${formatMoney(invoice.balanceCents)}, not ${formatMoney(amountCents)}.` };
  return doubt === null ? { invoice } : { reason: doubt };
}

/** Stores an e-Transfer that waits for the office. */
function store(ctx: Ctx, arrival: Arrival, reason: string): MoneyInRow {
  const { reference, source, sender, memo, amountCents, receivedAt } = arrival;
  const row = insertArrival(ctx.db).get({
    ...{ reference, source, sender, memo, amountCents, receivedAt, reason },
    createdAt: ctx.now().toISOString(),
  }) as MoneyInRow;
  recordActivity(ctx, { verb: 'money-in.received', entityType: 'money-in', entityId: row.id, data: { amountCents, source } });
  publishAfterCommit(ctx, 'money');
  return row;
}

/** Stores what a proven notice says in the place of what a bank's list or an unproven notice said about the same e-Transfer. */
function correct(ctx: Ctx, { id }: MoneyInRow, arrival: Arrival, reason: string): MoneyInRow {
  const { reference, source, sender, memo, amountCents, receivedAt } = arrival;
  publishAfterCommit(ctx, 'money');
  return ctx.db
    .update(moneyIn)
    .set({ reference, source, sender, memo, amountCents, receivedAt, reason, updatedAt: ctx.now().toISOString() })
    .where(eq(moneyIn.id, id))
    .returning()
    .get();
}

/**
 * Holds what is known of an e-Transfer when it arrives: its own row, the row that it is a repeat of, or the reason why it may be a repeat.
 */
type Earlier = { known?: MoneyInRow | undefined; repeated?: MoneyInRow | undefined; reason?: string };

/**
 * Finds what arrived before of the same e-Transfer: by its reference, or between a notice and a bank's list without references by amount,
 * sender and day. A proven notice replaces a waiting row of the list; if that row is booked, the office decides about the notice.
 */
function findEarlier(ctx: Ctx, arrival: Arrival): Earlier {
  const known = byReference(ctx.db).get({ reference: arrival.reference }) ?? findInOtherCase(ctx, arrival);
  if (known) return known.status !== 'suggested' || arrival.doubt !== null ? { repeated: known } : { known };
  if (isFromBank(arrival)) {
    const noticed = listAlike(ctx, arrival).filter((row) => !isFromBank(row) && row.status !== 'ignored');
    return { repeated: noticed.toReversed()[(arrival.nth ?? 1) - 1] };
  }
  const listed = arrival.doubt === null ? listAlike(ctx, arrival).filter(isFromBank) : [];
  const waiting = listed.find(({ status }) => status === 'suggested');
  const booked = listed.find(({ status }) => status === 'matched');
  if (waiting || !booked) return { known: waiting };
  return {
    reason: "This may be a repeat: your bank's list has an e-Transfer of the same amount, sender and day, which is booked already.",
  };
}

/**
 * Books an e-Transfer on the invoice that it names, or keeps it for the office. The same e-Transfer makes one row and one receipt, also
 * if it comes as a notice and in a bank's list; a proven notice replaces one that was not proven and still waits.
 */
export function takeArrival(ctx: Ctx, arrival: Arrival): Received & { isNew: boolean; isAlike: boolean } {
  return inTransaction(ctx.db, () => {
    const { known, repeated, reason: suspicion } = findEarlier(ctx, arrival);
    const isAlike = repeated !== undefined && repeated.reference !== arrival.reference;
    if (repeated) return { status: repeated.status, id: repeated.id, reason: repeated.reason, isNew: false, isAlike };
    const judged = suspicion === undefined ? judge(ctx, arrival) : { reason: suspicion };
    const waiting = 'reason' in judged ? judged.reason : '';
    const row = known ? correct(ctx, known, arrival, waiting) : store(ctx, arrival, waiting);
    if ('invoice' in judged) {
      const { id, invoiceNumber } = judged.invoice;
      const { status, reason } = book(ctx, row, getRow(ctx, id), `The message names ${invoiceNumber} and the amount is its balance.`);
      return { status, id: row.id, reason, isNew: !known, isAlike };
    }
    if (arrival.source === 'mail') {
      const text = `Check the e-Transfer of ${formatMoney(row.amountCents)} from ${row.sender}`;
      addTodo(ctx, { kind: 'money-in', text, path: '/receipts?view=money-in', dedupeKey: todoKey(row.reference) });
    }
    return { status: row.status, id: row.id, reason: row.reason, isNew: !known, isAlike };
  });
}

/** Returns the time of a mail, or now if that is missing or in the future. */
function readTime(ctx: Ctx, date: string | undefined): string {
  const [at, now] = [Date.parse(date ?? ''), ctx.now().getTime()];
  return new Date(at > 0 && at < now ? at : now).toISOString();
}

const listAddresses = (entries: readonly { address?: string | undefined; group?: unknown }[] | undefined): string[] =>
  (entries ?? []).map(({ address }) => address ?? '');

/** Takes a raw mail: its e-Transfer is booked or kept for the office. Any other mail is skipped with a hint. */
export async function receiveMail(ctx: Ctx, raw: Uint8Array, source: 'mail' | 'file'): Promise<Received & { isNew: boolean }> {
  const { default: PostalMime, decodeWords } = await import('postal-mime');
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 20 }).catch(() => undefined);
  if (!mail) return { status: 'skipped', id: null, reason: 'This e-mail could not be read.', isNew: false };
  // A forged mail may have two subjects. If one of them reads as a notice, the mail is kept for the office.
  const subjects = mail.headers.filter(({ key }) => key === 'subject').map(({ value }) => decodeWords(value));
  const attempts = [mail.subject ?? '', ...subjects.slice(0, 5)].map((subject) =>
    parseNotice({ subject, text: mail.text ?? '', html: mail.html ?? '' }),
  );
  const parsed = attempts.find((attempt) => 'notice' in attempt) ?? attempts[0] ?? { hint: 'This e-mail could not be read.' };
  if ('hint' in parsed) return { status: 'skipped', id: null, reason: parsed.hint, isNew: false };
  const forgery = await findForgery(ctx, raw, { from: mail.from?.address, to: listAddresses(mail.to) });
  const doubt = forgery && `The notice may not be genuine: ${forgery}.`;
  return takeArrival(ctx, { ...parsed.notice, source, receivedAt: readTime(ctx, mail.date), doubt });
}
