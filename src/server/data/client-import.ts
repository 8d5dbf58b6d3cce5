import { asc } from 'drizzle-orm';
import type { z } from 'zod';
import { clients } from '../../../db/schema';
import { accessNotesInput, clientChange, clientInput } from '../../shared/clients';
import { type ClientDetails, changeClient, createClient } from '../clients/service';
import { prepared } from '../prepared';
import type { ImportColumn, Importer } from './imports';
import { groupByName, isFirstOfName, namesAsJson } from './namesakes';

const byEmail = prepared((db) =>
  db.select().from(clients).where(isFirstOfName(clients.id, clients.email)).orderBy(asc(clients.id)).prepare(),
);

const { shape } = clientChange;
const columnOf = (name: keyof typeof shape & keyof ClientDetails): ImportColumn<ClientDetails> => ({
  rule: shape[name],
  now: (client) => client[name],
});

type Change = z.output<typeof clientChange>;

/** Clients are known by their e-mail address; where several share one, by the id that our own export tells. */
export const clientImport: Importer<ClientDetails> = {
  columns: {
    email: columnOf('email'),
    name: columnOf('name'),
    phone: columnOf('phone'),
    address: columnOf('address'),
    latitude: columnOf('latitude'),
    longitude: columnOf('longitude'),
    notes: columnOf('notes'),
    accessGate: columnOf('accessGate'),
    accessAlarm: columnOf('accessAlarm'),
    accessPets: columnOf('accessPets'),
    accessKey: columnOf('accessKey'),
    isActive: { ...columnOf('isActive'), isKept: true, isYesNo: true },
    company: columnOf('company'),
    photoConsent: { ...columnOf('photoConsent'), isKept: true, isYesNo: true },
  },
  lookUp: (ctx, keys) => {
    const names = namesAsJson(keys.map((key) => key.trim()));
    const named = groupByName(byEmail(ctx.db).all({ names }), ({ email }) => email);
    return (email, id) => {
      const found = named(email.trim());
      const open = found.filter(({ mergedIntoId }) => mergedIntoId === null);
      const meant = found.find((client) => String(client.id) === id) ?? (open.length > 0 ? open[0] : found[0]);
      if (!meant) return undefined;
      if (meant.mergedIntoId !== null) return { skipped: 'Was merged into another client, and stays as it is.' };
      if (open.length > 1 && String(meant.id) !== id) return { refused: `email: ${open.length} clients have this address.` };
      return { row: meant };
    };
  },
  create: (ctx, values) => {
    const created = createClient(ctx, clientInput.parse(values));
    const access = accessNotesInput.parse(values);
    const isActive = values.isActive !== false;
    const { latitude, longitude, ...client } = created;
    if (!isActive || Object.values(access).some((note) => note !== null))
      changeClient(ctx, { ...client, ...access, isActive, latitude: degrees(latitude), longitude: degrees(longitude) });
  },
  change: (ctx, client, values) => {
    changeClient(ctx, { ...pick(client), ...values } as Change);
  },
};

const degrees = (text: string | null) => (text === null ? null : Number(text));
/** All that a change of a client sets, as it is. */
const pick = (client: ClientDetails) =>
  Object.fromEntries((Object.keys(shape) as (keyof ClientDetails & keyof typeof shape)[]).map((name) => [name, client[name]]));
