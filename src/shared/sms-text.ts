/** The characters of a text message that take one place each (GSM 03.38, without its extension table). */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const MOST_SMS_CHARACTERS = 160;

/** Characters that people and phones write, and the plain ones that say the same. */
const PLAIN: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '…': '...',
  '·': '-',
  '•': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\t': ' ',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '\\': '/',
  '|': '/',
  '^': '',
  '~': '-',
  '€': 'EUR',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i',
  ð: 'd',
  þ: 'th',
};

function toPlain(character: string): string {
  if (GSM.has(character)) return character;
  if (Object.hasOwn(PLAIN, character)) return PLAIN[character] ?? '';
  // An accented letter without a place in the alphabet loses its accent; anything else is left out.
  return [...character.normalize('NFD')].filter((part) => GSM.has(part)).join('');
}

/** Returns a text with the characters of the GSM alphabet only: "Zoë’s" becomes "Zoe's". */
const toGsm = (text: string): string => [...text.normalize('NFC')].map(toPlain).join('');

type Words = { companyName: string; when: string; crew: string; link: string };
const OPT_OUT = 'Reply STOP to opt out';
/** Characters of the company's name that are worth more than the link. */
const SHORTEST_NAME = 12;

/** Returns the name by which a text message starts; that of the website for a name in another alphabet. */
function getSender(companyName: string, link: string): string {
  const name = toGsm(companyName).replace(/\s+/g, ' ').trim();
  return /[\p{L}\d]/u.test(name) ? name : new URL(link).hostname;
}

/**
 * Returns the text message that reminds of a visit, at most 160 GSM characters: the company's name, the time, the crew if there is room,
 * the link, and how to opt out. A long name is cut; a link that leaves no room for them is left out.
 */
export function writeReminderSms({ companyName, when, crew, link }: Words): string {
  const name = getSender(companyName, link);
  const visit = `: your visit is ${toGsm(when)}`;
  const withCrew = crew === '' ? '' : ` with ${toGsm(crew)}.`;
  const getRoom = (ending: string) => MOST_SMS_CHARACTERS - visit.length - ending.length;
  const unlinked = ` ${OPT_OUT}`;
  const linked = ` ${toGsm(link)}${unlinked}`;
  const ending = getRoom(linked) >= Math.min(name.length, SHORTEST_NAME) ? linked : unlinked;
  const room = getRoom(ending);
  const middle = name.length + withCrew.length <= room ? withCrew : '';
  return `${name.slice(0, room).trimEnd()}${visit}${middle}${ending}`;
}
