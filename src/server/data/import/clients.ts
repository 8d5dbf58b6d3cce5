import { asc, getTableColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { prepared } from '../../../../db/prepared';
import { clients } from '../../../../db/schema';
import { phoneKey } from '../../../../db/schema/checks';
import { lower } from '../../../../db/sorting';
import { accessNotesInput, clientChange, clientInput, doNotServiceChange, isReachable, UNREACHABLE } from '../../../shared/clients';
import { singleSpaced } from '../../../shared/text';
import { type ClientDetails, changeClient, createClient, setDoNotService } from '../../clients/service';
import { unsubscribedSince } from '../../consents/grounds';
import { toPhoneKey } from '../../consents/phones';
import type { Ctx } from '../../context';
import type { Cells, ImportColumn, Importer } from './importer';
import { firstPhone } from './layouts';
import { groupByName, isFirstOfName, namesAsJson } from './namesakes';
import { unsubscribe, unsubscribedAtRule, weighUnsubscribe } from './unsubscribes';

const columns = { ...getTableColumns(clients), unsubscribedAt: unsubscribedSince.as('unsubscribed_at') };
/** Reads the clients with a phone number of a list ("phones", by {@link toPhoneKey}). */
const byPhone = prepared((db) =>
  db
    .select(columns)
    .from(clients)
    .where(sql`${phoneKey(sql`${clients.phone}`)} in (select value from json_each(${sql.placeholder('phones')}))`)
    .orderBy(asc(clients.id)),
);
const toNameKey = (name: string): string => lower(singleSpaced(name).normalize('NFD').replace(/\p{M}/gu, ''));
/** Returns the key of a person by phone and name: people share phones, so the phone alone is not enough. Empty without a phone. */
function personKey(name: string, phone: string): string {
  const key = toPhoneKey(firstPhone(phone));
  return key === '' ? '' : `${key} ${toNameKey(name)}`;
}

const byEmail = prepared((db) => db.select(columns).from(clients).where(isFirstOfName(clients.id, clients.email)).orderBy(asc(clients.id)));

type Client = ClientDetails & { unsubscribedAt: string | null };
const { shape } = clientChange;
const getColumn = (name: keyof typeof shape & keyof ClientDetails): ImportColumn<Client> => ({
  rule: shape[name],
  now: (client) => client[name],
});
const getColumns = (...names: Parameters<typeof getColumn>[0][]) => Object.fromEntries(names.map((name) => [name, getColumn(name)]));

type Change = z.output<typeof clientChange>;
/** The reason to store if a file has no reason. */
const NO_REASON = 'Imported without a reason';

/** Requests of the client that have functions of their own to store them. */
type Wishes = { doNotService?: boolean; doNotServiceReason?: string | null; unsubscribedAt?: string };
function splitWishes({ doNotService, doNotServiceReason, unsubscribedAt, ...details }: Record<string, unknown>) {
  return { details, wishes: { doNotService, doNotServiceReason, unsubscribedAt } as Wishes };
}

/** Applies the wishes of a client. Call it inside a transaction. */
function applyWishes(ctx: Ctx, client: Pick<Client, 'id' | 'email' | 'doNotService' | 'doNotServiceReason'>, wishes: Wishes): void {
  const { doNotService = client.doNotService, doNotServiceReason, unsubscribedAt } = wishes;
  if (wishes.doNotService !== undefined || doNotServiceReason !== undefined)
    setDoNotService(ctx, { id: client.id, doNotService, reason: doNotServiceReason ?? client.doNotServiceReason ?? NO_REASON });
  if (unsubscribedAt !== undefined && client.email !== null) unsubscribe(ctx, client.email, unsubscribedAt);
}

type Contact = { email?: string | null; phone?: string | null };
const pickContact = ({ email, phone }: Contact): Contact => ({
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone }),
});

/** Drops a reason without its mark, and an unsubscribe that is known already or older than an express consent. */
const weigh: NonNullable<Importer<Client>['weigh']> = (ctx, row, values) => {
  const { details, wishes } = splitWishes(values);
  const { doNotService, doNotServiceReason, unsubscribedAt } = wishes;
  const isShut = doNotService ?? row?.doNotService ?? false;
  const kept = {
    ...details,
    ...(doNotService !== undefined && (row !== undefined || doNotService) && { doNotService }),
    ...(doNotServiceReason !== undefined && isShut && { doNotServiceReason }),
  };
  const contact = { email: row?.email ?? null, phone: row?.phone ?? null, ...pickContact(values) };
  if (!isReachable(contact)) return { refused: `email: ${UNREACHABLE}` };
  if (unsubscribedAt === undefined || (row && row.unsubscribedAt !== null)) return { values: kept };
  if (contact.email === null) return { values: kept, note: 'unsubscribedAt: ignored, since there is no e-mail address.' };
  const { at, ...report } = weighUnsubscribe(ctx, contact.email, unsubscribedAt);
  return { values: at === undefined ? kept : { ...kept, unsubscribedAt: at }, ...report };
};

/**
 * Finds clients by e-mail address, or by id if several share one, else by phone and name. A file can unsubscribe a client, never subscribe
 * one again.
 */
export const clientImport: Importer<Client> = {
  columns: {
    email: { ...getColumn('email'), isKept: true },
    name: getColumn('name'),
    phone: { ...getColumn('phone'), isKept: true, tidy: firstPhone },
    ...getColumns('address', 'latitude', 'longitude', 'notes'),
    ...getColumns('accessGate', 'accessAlarm', 'accessPets', 'accessKey'),
    isActive: { ...getColumn('isActive'), isKept: true, isYesNo: true },
    company: getColumn('company'),
    photoConsent: { ...getColumn('photoConsent'), isKept: true, isYesNo: true },
    doNotService: {
      rule: doNotServiceChange.shape.doNotService,
      now: ({ doNotService }) => doNotService,
      isKept: true,
      isYesNo: true,
    },
    doNotServiceReason: { rule: doNotServiceChange.shape.reason, now: ({ doNotServiceReason }) => doNotServiceReason, isKept: true },
    unsubscribedAt: { rule: unsubscribedAtRule, now: ({ unsubscribedAt }) => unsubscribedAt, isKept: true },
  },
  getLabel: ({ email, name, phone }) => email || [name, phone].filter((text) => text).join(', '),
  getKeys: ({ email = '', name = '', phone = '' }) => ({
    key: email === '' ? '' : `email ${lower(email)}`,
    // Jobber exports a row for each property of a client.
    repeatable: personKey(name, phone) || (email === '' ? '' : `${lower(email)} ${toNameKey(name)}`),
  }),
  lookUp: (ctx, lines) => {
    const names = namesAsJson(lines.map(({ email = '' }) => email));
    const named = groupByName(byEmail(ctx.db).all({ names }), ({ email }) => email ?? '');
    const phones = JSON.stringify([...new Set(lines.map(({ phone = '' }) => toPhoneKey(firstPhone(phone))).filter(Boolean))]);
    const people = groupByName(byPhone(ctx.db).all({ phones }), ({ name, phone }) => personKey(name, phone ?? ''));
    const findByPhone = ({ name = '', phone = '' }: Cells) => {
      const key = personKey(name, phone);
      return key === '' ? [] : people(key);
    };
    return (cells) => {
      const { email = '', id = '' } = cells;
      const withEmail = email === '' ? [] : named(email);
      const found = withEmail.length > 0 ? withEmail : findByPhone(cells);
      const open = found.filter(({ mergedIntoId }) => mergedIntoId === null);
      const meant = found.find((client) => String(client.id) === id) ?? (open.length > 0 ? open[0] : found[0]);
      if (!meant) return undefined;
      if (meant.mergedIntoId !== null) return { skipped: 'Was merged into another client, and stays as it is.' };
      if (withEmail.length > 0 && open.length > 1 && String(meant.id) !== id)
        return { refused: `email: ${open.length} clients have this address.` };
      return { row: meant, mayRepeat: withEmail.length === 0 || toNameKey(meant.name) === toNameKey(cells.name ?? '') };
    };
  },
  weigh,
  create: (ctx, values) => {
    const { details, wishes } = splitWishes(values);
    const created = createClient(ctx, clientInput.parse(details));
    const access = accessNotesInput.parse(details);
    const isActive = details.isActive !== false;
    const { latitude, longitude, ...client } = created;
    if (!isActive || Object.values(access).some((note) => note !== null))
      changeClient(ctx, { ...client, ...access, isActive, latitude: degrees(latitude), longitude: degrees(longitude) });
    applyWishes(ctx, created, wishes);
  },
  change: (ctx, client, values) => {
    const { details, wishes } = splitWishes(values);
    changeClient(ctx, { ...pick(client), ...details } as Change);
    applyWishes(ctx, { ...client, ...pickContact(details) }, wishes);
  },
};

const degrees = (text: string | null) => (text === null ? null : Number(text));
/** Returns the fields that a change of a client sets, with their present values. */
const pick = (client: ClientDetails) =>
  Object.fromEntries((Object.keys(shape) as (keyof ClientDetails & keyof typeof shape)[]).map((name) => [name, client[name]]));
