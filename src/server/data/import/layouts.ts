import { IMPORT_COLUMNS } from '../../../shared/data';
import { singleSpaced } from '../../../shared/text';
import { columnKey } from './column-key';

/** Reads the lines of a file under our own columns; `columns` are those that the file has, `ignored` the headers that are not read. */
export type Layout = { columns: string[]; ignored: string[]; read: (cells: readonly string[]) => Record<string, string> };

/** Names of columns in the exports of Jobber, ZenMaid and QuickBooks, by the part of a person that they hold. */
const PERSON = {
  first: ['firstname', 'givenname'],
  last: ['lastname', 'surname', 'familyname'],
  name: ['name', 'fullname', 'displayname', 'customer', 'client'],
  company: ['company', 'companyname', 'businessname', 'organization'],
  email: ['email', 'emails', 'mainemail', 'primaryemail', 'emailaddress', 'emailaddresses', 'billingemail', 'secondaryemail', 'otheremail'],
  phone: [
    ...['phone', 'mainphone', 'primaryphone', 'phonenumber', 'phones', 'phonenumbers', 'mobile', 'mobilephone', 'mobilenumber'],
    ...['cell', 'cellphone', 'cellnumber', 'homephone', 'home', 'workphone', 'work', 'alternatephone', 'altphone', 'secondaryphone'],
    ...['otherphone', 'textmessageenabledphone'],
  ],
  notes: ['notes', 'note', 'comments'],
} as const;
/** The same for the part of a job. */
const JOB = {
  Service: ['service', 'servicetype', 'servicename', 'typeofservice', 'jobtitle', 'title', 'jobtype', 'productservice', 'lineitems'],
  Frequency: ['frequency', 'servicefrequency', 'visitfrequency', 'recurrence', 'repeat', 'repeats', 'billingfrequency'],
  'Next Visit': [
    ...['nextvisit', 'nextvisitdate', 'nextservice', 'nextservicedate', 'nextappointment', 'nextcleaning', 'visitdate', 'servicedate'],
    ...['startdate', 'schedulestartdate', 'scheduledstartdate', 'date'],
  ],
  'Start Time': ['starttime', 'visitstarttime', 'appointmenttime', 'arrivaltime', 'time'],
  Duration: ['duration', 'estimatedduration', 'visitduration', 'length', 'minutes'],
  Price: ['price', 'visitprice', 'pricepervisit', 'rate', 'amount', 'total', 'jobtotal'],
} as const;

const SITES = ['service', '', 'billing'] as const;
const SITE_NAMES: Record<string, (typeof SITES)[number]> = {
  ...{ service: 'service', property: 'service', serviceproperty: 'service', shipping: 'service', ship: 'service', shipto: 'service' },
  ...{ billing: 'billing', bill: 'billing', billto: 'billing', mailing: 'billing', home: '' },
};
const AREAS = ['street', 'city', 'province', 'postal'] as const;
type Area = (typeof AREAS)[number];
const AREA_NAMES: Record<string, Area> = {
  // "Bill to 1" to "Bill to 5" of QuickBooks Desktop.
  ...{ to: 'street', address: 'street', streetaddress: 'street', street: 'street', addressline: 'street', unit: 'street', suite: 'street' },
  ...{ city: 'city', town: 'city', province: 'province', state: 'province', stateprovince: 'province', provincestate: 'province' },
  ...{ postalcode: 'postal', postal: 'postal', zip: 'postal', zipcode: 'postal', zippostalcode: 'postal', postalcodezip: 'postal' },
};
const PLACE = new RegExp(`^(${Object.keys(SITE_NAMES).join('|')})?(${Object.keys(AREA_NAMES).join('|')})\\d?$`);

/** Part of a record that a column fills, with the rank of its name among those of the part. */
type Slot = { part: string; rank: number };
function findSlot(header: string, parts: Record<string, readonly string[]>): Slot | undefined {
  const whole = columnKey(header);
  const key = whole.replace(/^(client|customer|contact)s?(?=.)/, '');
  // Jobber writes "Main Phone #s" for a cell with several numbers.
  for (const name of [whole, key, key.replace(/\d+$/, ''), key.replace(/(?<=phone)s$/, '')])
    for (const [part, names] of Object.entries(parts)) if (names.includes(name)) return { part, rank: names.indexOf(name) };
  const [, site = '', area = ''] = PLACE.exec(key) ?? [];
  return area === '' ? undefined : { part: `${SITE_NAMES[site] ?? ''} ${AREA_NAMES[area]}`, rank: 0 };
}

type Reader = { places: Map<string, number[]>; slots: (Slot | undefined)[] };
function readHeader(header: readonly string[], parts: Record<string, readonly string[]>): Reader {
  const slots = header.map((name) => findSlot(name, parts));
  const places = new Map<string, number[]>();
  for (const [place, slot] of slots.entries()) if (slot) places.set(slot.part, [...(places.get(slot.part) ?? []), place]);
  for (const list of places.values()) list.sort((one, other) => (slots[one]?.rank ?? 0) - (slots[other]?.rank ?? 0) || one - other);
  return { places, slots };
}

const isFilled = (cell: string): boolean => cell.trim() !== '';
const read = ({ places }: Reader, cells: readonly string[], part: string): string[] =>
  (places.get(part) ?? []).map((at) => cells[at] ?? '');
/** Returns the first filled cell of a part as it is written, else an empty text; undefined if the file has no such column. */
function readFirst(reader: Reader, cells: readonly string[], part: string): string | undefined {
  const found = read(reader, cells, part);
  return found.find(isFilled) ?? (found.length > 0 ? '' : undefined);
}

const EMAILS = /[\s,;|<>]+/;
/** Returns the first of several e-mail addresses in a cell; a cell without an "@" stays as it is. */
const firstEmail = (cell: string): string => cell.split(EMAILS).find((word) => word.includes('@')) ?? cell;
const PHONES = /(?:[;|\n\r]|,(?!\s*(?:ext|x|#|poste))|\s\/\s|\bor\b)/i;
/** Returns the first of several phone numbers in a cell without a label such as "Mobile:". */
export const firstPhone = (cell: string): string => (cell.split(PHONES).find(isFilled) ?? '').replace(/^\s*[a-z ]+:/i, '').trim();

function readName(reader: Reader, cells: readonly string[]): string | undefined {
  const both = ['first', 'last'].flatMap((part) => read(reader, cells, part).filter(isFilled)).map((name) => name.trim());
  if (both.length > 0) return both.join(' ');
  const [name, company] = [readFirst(reader, cells, 'name'), readFirst(reader, cells, 'company')];
  return name || company || name || (reader.places.has('first') || reader.places.has('last') ? '' : name);
}

const toLine = (cell: string): string =>
  /[\r\n]/.test(cell)
    ? cell
        .split(/[\r\n]+/)
        .map((text) => text.trim().replace(/,$/, ''))
        .filter(isFilled)
        .join(', ')
    : cell;
type Address = { street: string; area: string };
/** Returns the address of the first site that has one: where the work is, else the only address, else the one for invoices. */
function readAddress(reader: Reader, cells: readonly string[]): Address {
  const names = ['name', 'company'].flatMap((part) => read(reader, cells, part)).concat(readName(reader, cells) ?? '');
  // The first line of an address for letters is the name.
  const isName = (text: string) => names.some((name) => singleSpaced(name).toLowerCase() === singleSpaced(text).toLowerCase());
  for (const site of SITES) {
    const lines = read(reader, cells, `${site} street`).filter(isFilled).map(toLine);
    const streets = lines.filter((text) => lines.length === 1 || !isName(text));
    const street = streets.length > 1 ? streets.map((text) => text.trim()).join(', ') : (streets[0] ?? '');
    const areas = AREAS.slice(1).flatMap((area) => read(reader, cells, `${site} ${area}`).filter(isFilled));
    const rest = areas.map((text) => text.trim()).filter((text) => !street.toLowerCase().includes(text.toLowerCase()));
    if (street !== '' || rest.length > 0) return { street, area: rest.join(', ') };
  }
  return { street: '', area: '' };
}
const hasAddress = ({ places }: Reader): boolean => [...places.keys()].some((part) => part.includes(' '));

const CLIENT_COLUMNS: readonly string[] = [...IMPORT_COLUMNS.clients, 'id'];
const nameColumn = (part: string): string => {
  if (part === 'first' || part === 'last') return 'name';
  return part.includes(' ') ? 'address' : part;
};

/** Lays out a file of clients: our own columns, and the names that other products give to them. */
export function layOutClients(header: readonly string[]): Layout {
  const reader = readHeader(header, PERSON);
  const own = header.map((name) => CLIENT_COLUMNS.find((column) => columnKey(column) === columnKey(name)));
  const columns = header.map((_name, place) => own[place] ?? (reader.slots[place] && nameColumn(reader.slots[place].part)));
  return {
    columns: [...new Set(columns.filter((name) => name !== undefined))],
    ignored: header.filter((name, place) => columns[place] === undefined && isFilled(name)),
    read: (cells) => {
      const { street, area } = readAddress(reader, cells);
      const address = [street, area].filter((text) => text !== '').join(', ');
      const isOurs = own.includes('address');
      const email = readFirst(reader, cells, 'email');
      const composed = {
        name: readName(reader, cells),
        email: email === undefined ? undefined : firstEmail(email),
        phone: readFirst(reader, cells, 'phone'),
        company: readFirst(reader, cells, 'company'),
        notes: readFirst(reader, cells, 'notes'),
        // An empty address of another product leaves the stored one as it is.
        address: hasAddress(reader) && (address !== '' || isOurs) ? address : undefined,
      };
      const direct = own.flatMap((name, place) => (name === undefined ? [] : [[name, cells[place] ?? ''] as const]));
      return {
        ...Object.fromEntries(direct),
        ...Object.fromEntries(Object.entries(composed).filter(([, cell]) => cell !== undefined)),
      } as Record<string, string>;
    },
  };
}

const CLIENT_OF_JOB: Record<string, string> = {
  ...{
    name: 'Client Name',
    first: 'Client Name',
    last: 'Client Name',
    company: 'Client Name',
    email: 'Client Email',
    phone: 'Client Phone',
  },
};
const nameJobColumn = (part: string): string | undefined => {
  if (!part.includes(' ')) return CLIENT_OF_JOB[part] ?? part;
  if (part in JOB) return part;
  return part.endsWith(' street') ? 'Service Street' : 'Service City';
};

/** Lays out a file of jobs under the columns of the template. */
export function layOutJobs(header: readonly string[]): Layout {
  const { notes: _notes, ...person } = PERSON;
  const reader = readHeader(header, { ...JOB, ...person });
  const columns = reader.slots.map((slot) => slot && nameJobColumn(slot.part));
  return {
    columns: [...new Set(columns.filter((name) => name !== undefined))],
    ignored: header.filter((name, place) => columns[place] === undefined && isFilled(name)),
    read: (cells) => {
      const { street, area } = readAddress(reader, cells);
      return {
        'Client Name': readName(reader, cells)?.trim() ?? '',
        'Client Email': firstEmail(readFirst(reader, cells, 'email') ?? '').trim(),
        'Client Phone': firstPhone(readFirst(reader, cells, 'phone') ?? ''),
        'Service Street': street.trim(),
        'Service City': area,
        ...Object.fromEntries(Object.keys(JOB).map((part) => [part, (readFirst(reader, cells, part) ?? '').trim()])),
      };
    },
  };
}
