/** Holds what an Interac notice says about an e-Transfer that was deposited. */
export type Notice = { sender: string; amountCents: number; reference: string; memo: string | null };
export type Mail = { subject: string; text: string; html: string };
type Parsed = { notice: Notice } | { hint: string };

type Field = 'sender' | 'amount' | 'reference' | 'memo';
type Layout = {
  /** The subject of a notice about money that is in the account. */
  deposited: RegExp;
  /** Labels of the fields, without the colon, in lower case. */
  labels: Record<Field, readonly string[]>;
  /** The amount, such as "$1,309.00" or "1 309,00 $"; the first group has its digits and marks. */
  amount: RegExp;
  /** The mark before the cents. */
  decimal: string;
};

/** The layouts of the notices. Add a row for a new layout. */
const LAYOUTS: readonly Layout[] = [
  {
    deposited: /received (?<amount>.+?) from (?<sender>.+?) and it has been automatically deposited/i,
    labels: { sender: ['sent from'], amount: ['amount'], reference: ['reference number'], memo: ['message'] },
    amount: /\$ ?(\d[\d,]*\.\d{2})(?!\d)/,
    decimal: '.',
  },
  {
    deposited: /re[cç]u (?<amount>.+?) de (?<sender>.+?) et ce montant a [eé]t[eé] d[eé]pos[eé] automatiquement/i,
    labels: { sender: ['envoyé par'], amount: ['montant'], reference: ['numéro de référence'], memo: ['message'] },
    amount: /(\d[\d ]*,\d{2}) ?\$/,
    decimal: ',',
  },
];
/** Longest subject, part and value that are read, in UTF-16 code units: the rules are slow on long texts, which anyone can send. */
const [TITLE_LENGTH, PART_LENGTH, VALUE_LENGTH] = [300, 50_000, 300];
const FIELDS: readonly Field[] = ['sender', 'amount', 'reference', 'memo'];

/** Words of a notice that asks to deposit the money, which is not in the account yet. */
const NOT_DEPOSITED = /deposit (it|your|the)|sent you (money|\$)|d[eé]pose[rz]|vous a envoy[eé]/i;
const DEPOSIT_HINT =
  'This notice asks you to deposit the money. Please deposit it, or turn on Autodeposit at your bank so that transfers arrive by themselves.';
const UNKNOWN_HINT = 'This is not a notice about a deposited Interac e-Transfer.';

/** Makes each kind of space an ordinary one, and letters with accents single characters. */
const plain = (text: string): string => text.normalize('NFC').replace(/[^\S\n]/g, ' ');

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', eacute: 'é', ccedil: 'ç', rsquo: '’' };
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,10}));/gi, (whole, hex: string, digits: string, name: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(digits);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
const toWords = (html: string): string =>
  decodeEntities(html.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** A label with the text beside it, and the text below or in the next cell. */
type Line = { text: string; next: string };

function readLines(text: string): Line[] {
  const lines = plain(text)
    .split(/\r?\n/)
    .map((line) => line.trim());
  return lines.map((line, place) => ({ text: line, next: lines[place + 1] ?? '' }));
}

/** Returns the cells of the tables of an HTML part. */
function readCells(html: string): Line[] {
  const shown = html.replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '').replace(/<!--[\s\S]*?-->/g, '');
  const cells = shown
    .split(/<t[dh]\b[^<>]*>/i)
    .slice(1)
    .map((part) => plain(toWords(part.split(/<\/t[dh]\s*>/i)[0] ?? '')).trim());
  return cells.map((cell, place) => ({ text: cell, next: cells[place + 1] ?? '' }));
}

/** Returns the label at the start of a line, and what follows its colon. */
function splitLabel(text: string): [label: string, rest: string] | undefined {
  const [, label = '', rest = ''] = /^([^:]{1,30}?) ?:\s*(.*)$/.exec(text) ?? [];
  return label ? [label.toLowerCase().trim(), rest.trim()] : undefined;
}

function findFields(lines: readonly Line[], { labels }: Layout): Partial<Record<Field, string>> {
  const all = Object.values(labels).flat();
  const isLabel = (text: string) => all.includes(splitLabel(text)?.[0] ?? '');
  const found: Partial<Record<Field, string>> = {};
  for (const { text, next } of lines) {
    const [label, rest] = splitLabel(text) ?? [];
    const field = FIELDS.find((name) => label !== undefined && labels[name].includes(label));
    if (field && found[field] === undefined) found[field] = rest || (isLabel(next) ? '' : next);
  }
  return found;
}

function readCents(text: string | undefined, { amount, decimal }: Layout): number | undefined {
  const shown = text?.slice(0, VALUE_LENGTH) ?? '';
  const [whole = '', cents = ''] = amount.exec(shown)?.[1]?.split(decimal) ?? [];
  if (cents === '' || /\((?!CAD)[A-Z]{3}\)/.test(shown)) return undefined;
  const value = Number(whole.replace(/\D/g, '')) * 100 + Number(cents);
  return value > 0 && value <= 99_999_999 ? value : undefined;
}

function readNotice(lines: readonly Line[], layout: Layout): Notice | undefined {
  const { sender, amount, reference = '', memo } = findFields(lines, layout);
  const amountCents = readCents(amount, layout);
  if (!sender || amountCents === undefined || !/^[A-Za-z0-9][\w.-]{2,39}$/.test(reference)) return undefined;
  return { sender: sender.slice(0, 200), amountCents, reference, memo: memo ? memo.slice(0, 1000) : null };
}

/** Reads a notice of an e-Transfer that was deposited, from its text or else its HTML; otherwise returns a hint. */
export function parseNotice({ subject, ...mail }: Mail): Parsed {
  const title = plain(subject.slice(0, TITLE_LENGTH)).replace(/\s+/g, ' ');
  const [text, html] = [mail.text.slice(0, PART_LENGTH), mail.html.slice(0, PART_LENGTH)];
  const layout = LAYOUTS.find(({ deposited }) => deposited.test(title));
  if (!layout) return { hint: NOT_DEPOSITED.test(`${title} ${plain(text || toWords(html))}`) ? DEPOSIT_HINT : UNKNOWN_HINT };
  const notice = readNotice(readLines(text), layout) ?? readNotice(readCells(html), layout);
  if (!notice) return { hint: 'The sender, amount or reference number of this notice could not be read.' };
  // The subject is what people see, so a notice whose parts differ is rejected.
  const titled = readCents(layout.deposited.exec(title)?.groups?.amount, layout);
  return titled === notice.amountCents ? { notice } : { hint: 'The subject of this notice has another amount than its text.' };
}
