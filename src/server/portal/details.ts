import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { DomainError, fieldError } from '../../shared/errors';
import type { ownAccess, ownConsents, ownContact, PortalClient } from '../../shared/portal-schemas';
import { recordActivity } from '../activity';
import { setAccessNotes } from '../clients/addresses';
import { type ClientDetails, changeClient, getOpenRow, getRow, listAddresses } from '../clients/service';
import { isOwnEmail, OWN_EMAIL_CHANGE } from '../consents/own-email';
import { toE164 } from '../consents/phones';
import { findBasis, normalizeEmail, recordConsent, recordWithdrawal } from '../consents/service';
import type { Ctx } from '../context';
import { queueFromTemplate } from '../mail/templates';
import { callingClient } from './calling-client';

/** Names the client's page as the origin of a consent. */
const SOURCE = 'client’s page';

/** Returns whether the client gets offers at an address that is known to be theirs. */
const getsOffers = (ctx: Ctx, { id, email }: Pick<ClientDetails, 'id' | 'email'>): boolean =>
  email !== null && isOwnEmail(ctx, id) && findBasis(ctx, email) !== undefined;

type Notes = Pick<ClientDetails, 'accessGate' | 'accessAlarm' | 'accessPets' | 'accessKey'>;
const pickNotes = ({ accessGate, accessAlarm, accessPets, accessKey }: Notes): Notes => ({
  accessGate,
  accessAlarm,
  accessPets,
  accessKey,
});

/** Returns the client's own data. */
export function getOwnClient(ctx: Ctx): PortalClient {
  const row = getRow(ctx, callingClient(ctx));
  const { id, name, email, phone, address } = row;
  return {
    ...{ id, name, email, phone, address },
    ...pickNotes(row),
    addresses: listAddresses(ctx, id).map((further) => ({
      id: further.id,
      label: further.label,
      address: further.address,
      ...pickNotes(further),
    })),
    offers: getsOffers(ctx, row),
    sms: row.smsConsentAt !== null,
    canGetSms: toE164(phone) !== undefined,
  };
}

type Change = Partial<z.output<typeof ownContact>> & { smsConsent?: boolean };
/** Changes the client and leaves everything that they do not send as it is. */
function changeOwn(ctx: Ctx, row: ClientDetails, change: Change): void {
  const { id, name, email, phone, address, latitude, longitude, notes, company, photoConsent, isActive } = row;
  const kept = { id, name, email, phone, address, latitude, longitude, notes, company, photoConsent, isActive };
  changeClient(ctx, { ...kept, ...pickNotes(row), ...change });
}

/**
 * Records a new e-mail address and mails a notice to the old one, so that a stranger who got hold of a session cannot take over the page
 * unseen. An old address without a confirmation may belong to another person, who gets no mail. Call it inside a transaction.
 */
function announceEmail(ctx: Ctx, { id, email: before }: ClientDetails, name: string): void {
  const isKnown = isOwnEmail(ctx, id);
  recordActivity(ctx, { verb: OWN_EMAIL_CHANGE, entityType: 'client', entityId: id });
  if (before === null || !isKnown) return;
  queueFromTemplate(ctx, {
    purpose: 'client-email-changed',
    to: before,
    relatedType: 'client',
    relatedId: id,
    dedupeKey: `client-email-changed:${id}:${ctx.now().toISOString()}`,
    values: { customerName: name },
  });
}

/** Changes the client's contact data; the sessions stay. A new e-mail address is announced to the old one. Throws CONFLICT. */
export function setContact(ctx: Ctx, input: z.output<typeof ownContact>): PortalClient {
  return inTransaction(ctx.db, () => {
    const row = getOpenRow(ctx, callingClient(ctx));
    changeOwn(ctx, row, input);
    if (normalizeEmail(input.email) !== normalizeEmail(row.email ?? '')) announceEmail(ctx, row, input.name);
    return getOwnClient(ctx);
  });
}

/** Stores a changed answer to offers by e-mail. Throws CONFLICT without an address that is known to be the client's. */
function setOffers(ctx: Ctx, row: ClientDetails, isWanted: boolean): void {
  if (isWanted === getsOffers(ctx, row)) return;
  if (row.email === null) throw new DomainError('CONFLICT', 'Please enter your e-mail address first.');
  if (!isOwnEmail(ctx, row.id))
    throw new DomainError('CONFLICT', 'Please sign in once with a link to your new e-mail address before you change this.');
  if (isWanted) recordConsent(ctx, { email: row.email, phone: null, basis: 'express', source: SOURCE }, true);
  else recordWithdrawal(ctx, row.email);
}

/** Stores which messages the client wants. Throws BAD_REQUEST for texts without a phone number that gets them, and CONFLICT. */
export function setConsents(ctx: Ctx, { offers, sms }: z.output<typeof ownConsents>): PortalClient {
  return inTransaction(ctx.db, () => {
    const row = getOpenRow(ctx, callingClient(ctx));
    if (sms && row.smsConsentAt === null && toE164(row.phone) === undefined)
      throw fieldError('sms', 'Please enter a phone number with its area code first.');
    setOffers(ctx, row, offers);
    if (sms !== (row.smsConsentAt !== null)) changeOwn(ctx, row, { smsConsent: sms });
    return getOwnClient(ctx);
  });
}

/** Stores the entry instructions of the client's own address or a further one. Throws NOT_FOUND, CONFLICT. */
export function setAccess(ctx: Ctx, input: z.output<typeof ownAccess>): PortalClient {
  return inTransaction(ctx.db, () => {
    setAccessNotes(ctx, { ...input, clientId: callingClient(ctx) });
    return getOwnClient(ctx);
  });
}
