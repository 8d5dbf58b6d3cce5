import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapInSlices } from '../../../db/reading';
import { fieldError } from '../../shared/errors';
import { MONEY_FILE_BYTES, toPayerName } from '../../shared/payments';
import type { Filed } from '../../shared/payments-schemas';
import type { Ctx } from '../context';
import { parseCsv } from '../documents/csv';
import { BANK_REFERENCE } from './duplicates';
import { type Arrival, receiveMail, takeArrival } from './receiving';

/** The most rows of a bank's list. */
const ROWS = 2000;
/** Names of the columns of Canadian banks' lists, in letters and digits only. */
const COLUMNS = {
  date: ['date', 'transactiondate', 'dateposted', 'posteddate', 'postingdate'],
  text: ['description', 'description1', 'description2', 'transactiondescription', 'details', 'memo', 'name', 'narrative', 'subdescription'],
  credit: ['credit', 'credits', 'deposit', 'deposits', 'moneyin', 'fundsin', 'amountin', 'creditamount'],
  amount: ['amount', 'cad', 'transactionamount', 'amountcad'],
  reference: ['reference', 'referencenumber', 'ref', 'transactionid', 'confirmationnumber'],
} as const;
const TRANSFER = /interac|e-?transfer|virement/i;
/** Words of an e-Transfer that went out. */
const SENT = /(?<!\p{L})(sent|fees?|cancel(l?ed|lation)?|frais|envoyée?s?)(?!\p{L})/iu;

const refuse = (message: string): never => {
  throw fieldError('file', message);
};
const toKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

async function toCells(text: string): Promise<string[][]> {
  try {
    return await parseCsv(text, { relax_column_count: true, skip_empty_lines: true, to: ROWS + 30, bom: true, max_record_size: 20_000 });
  } catch {
    return refuse('The file could not be read as CSV.');
  }
}

/** Returns the cents of a cell such as 1,309.00 or, in French, 1 309,00 $; 0 for any other text. */
function toCents(text: string): number {
  const bare = text.replace(/[$\s]/g, '');
  const plain = /^\d{1,7},\d{2}$/.test(bare) ? bare.replace(',', '.') : bare.replace(/,(?=\d{3}(\D|$))/g, '');
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : 0;
}

/** Returns whether a word is a reference of Interac: "CA" or "C" with letters and digits. A name such as Campbell has no digit. */
const isReference = (word: string | undefined): word is string => word !== undefined && /^(?=\w*\d)C[A-Za-z0-9]{7,39}$/.test(word);

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Returns the day of a cell such as 2026-11-20, 11/20/2026, 20 Nov 2026 or 20261120. */
function toDay(text: string): string | undefined {
  const pad = (part: string | number | undefined) => String(part ?? '').padStart(2, '0');
  const iso = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})/.exec(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text);
  const named = /^(?:(\d{1,2})[ -])?([a-z]{3})[a-z]*\.?(?:[ -](\d{1,2}),?)?[ -](\d{4})/i.exec(text);
  const month = named && MONTHS.indexOf(named[2]?.toLowerCase() ?? '') + 1;
  const day = iso
    ? `${iso[1]}-${iso[2]}-${iso[3]}`
    : american
      ? `${american[3]}-${pad(american[1])}-${pad(american[2])}`
      : named && month
        ? `${named[4]}-${pad(month)}-${pad(named[1] ?? named[3])}`
        : '';
  const at = Date.parse(`${day}T20:00:00.000Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : day;
}

type Sheet = { arrivals: Arrival[]; skipped: number };
/** Reads the e-Transfers that came in from a bank's list. A row without a reference gets one from its own words, so that it counts once. */
async function readBankList(ctx: Ctx, text: string): Promise<Sheet> {
  const lines = await toCells(text);
  const isHeader = (cells: string[]) => cells.some((cell) => (COLUMNS.date as readonly string[]).includes(toKey(cell)));
  const top = lines.findIndex(isHeader);
  const header = lines[top]?.map(toKey) ?? refuse('The first line has to name the columns, such as Date, Description and Credit.');
  const findPlaces = (names: readonly string[]) => header.flatMap((name, place) => (names.includes(name) ? place : []));
  const places = {
    date: findPlaces(COLUMNS.date),
    text: findPlaces(COLUMNS.text),
    credit: findPlaces(COLUMNS.credit),
    amount: findPlaces(COLUMNS.amount),
    reference: findPlaces(COLUMNS.reference),
  };
  const money = places.credit.length > 0 ? places.credit : places.amount;
  if (places.text.length === 0 || money.length === 0) refuse('The file needs the columns Date, Description, and Credit or Amount.');
  const rows = lines.slice(top + 1);
  if (rows.length > ROWS) refuse(`Please upload at most ${ROWS} rows at a time.`);
  const times = new Map<string, number>();
  const countMatches = (key: string): number => {
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    return count;
  };
  const read = await mapInSlices(rows, (cells): Arrival[] => {
    const readCells = (field: number[]) => field.map((place) => cells[place]?.trim() ?? '').filter(Boolean);
    const words = readCells(places.text).join(' ').replace(/\s+/g, ' ').slice(0, 500);
    const amountCents = Math.max(0, ...readCells(money).map(toCents));
    const day = toDay(readCells(places.date)[0] ?? '');
    if (!TRANSFER.test(words) || SENT.test(words) || amountCents === 0 || day === undefined) return [];
    const given = [readCells(places.reference)[0], ...words.split(' ')].find(isReference);
    const row = `${day}|${words}|${amountCents}`;
    const made = `${BANK_REFERENCE}${createHash('sha256')
      .update(`${row}|${countMatches(row)}`)
      .digest('hex')
      .slice(0, 20)
      .toUpperCase()}`;
    const sender =
      words
        .replace(/interac|e-?transfer|virement|autodeposit|received|reçu|deposit|from|credit|memo|[-/:]/gi, ' ')
        .replace(/\b(?=\w*\d)\w{4,}\b/g, ' ')
        .replace(/\s+/g, ' ')
        .trim() || 'Unknown sender';
    const at = `${day}T20:00:00.000Z`;
    const receivedAt = at < ctx.now().toISOString() ? at : ctx.now().toISOString();
    const reference = given ?? made;
    const doubt = 'This comes from a bank list. Please confirm the invoice.';
    const nth = countMatches(`${day}|${toPayerName(sender)}|${amountCents}|sender`);
    return [{ reference, sender, memo: words, amountCents, receivedAt, source: 'bank', doubt, nth }];
  });
  const arrivals = read.flat();
  return { arrivals, skipped: rows.length - arrivals.length };
}

const looksLikeMail = (text: string): boolean =>
  /^(from |[a-z][\w-]*:[ \t])/i.test(text) && /^(from|subject|received):/im.test(text.slice(0, 64_000));

const formatAlike = (rows: number): string =>
  rows === 1
    ? '1 e-Transfer was already received by its notice: the same amount, sender and day.'
    : `${rows} e-Transfers were already received by their notices: the same amount, sender and day.`;

/** Takes a file of the office: a saved notice (.eml) or a bank's list as CSV. Throws BAD_REQUEST at `file`. */
export async function receiveFile(ctx: Ctx, bytes: Uint8Array): Promise<Filed> {
  if (bytes.length === 0) refuse('Please choose a file.');
  if (bytes.length > MONEY_FILE_BYTES) refuse('Please choose a file of at most 1 MB.');
  const text = new TextDecoder().decode(bytes);
  const filed: Filed = { matched: 0, suggested: 0, known: 0, skipped: 0, hint: null };
  const count = ({ status, isNew }: { status: 'matched' | 'suggested' | 'ignored' | 'skipped'; isNew: boolean }) => {
    if (status === 'skipped') filed.skipped += 1;
    else if (status !== 'ignored' && isNew) filed[status] += 1;
    else filed.known += 1;
  };
  if (looksLikeMail(text)) {
    const received = await receiveMail(ctx, bytes, 'file');
    count(received);
    return { ...filed, hint: received.status === 'skipped' ? received.reason : null };
  }
  const { arrivals, skipped } = await readBankList(ctx, text);
  let alike = 0;
  for (const arrival of arrivals) {
    const taken = takeArrival(ctx, arrival);
    count(taken);
    alike += Number(taken.isAlike);
    await nextTurn();
  }
  const hint = arrivals.length === 0 ? 'The file has no incoming e-Transfers.' : alike === 0 ? null : formatAlike(alike);
  return { ...filed, skipped, hint };
}
