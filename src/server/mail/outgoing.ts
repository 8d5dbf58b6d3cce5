import { randomUUID } from 'node:crypto';
import type { outbox } from '../../../db/schema';
import { formatAddress } from '../../shared/company';
import { ADDRESS_MISSING, hasPostalAddress } from '../../shared/consents';
import { findUnsubscribeUrl } from '../consents/service';
import type { Ctx } from '../context';
import { getCompany, getSettings } from '../settings/service';
import { renderMailHtml } from './html-part';
import { createVisitEntry, type EntryAttachment } from './messages/calendar-entry';

/** A file of a message: text or base64, such as a PDF. */
export type Attachment = { filename: string; contentType: string; content: string; encoding?: 'base64' };
/** A file, or until it is sent, the visit from which a calendar file is made. */
export type StoredAttachment = Attachment | EntryAttachment;

type MessageRow = typeof outbox.$inferSelect;
/** A message as it is handed to the mail server. */
export type Outgoing = Pick<MessageRow, 'messageId' | 'to' | 'subject' | 'body'> & {
  /** The same message for mail programs that show HTML. */
  html: string;
  attachments: Attachment[];
  /** For marketing: the page with the unsubscribe button, and the target of one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

const hostnames = new Map<string, string>();
/** Returns a new id of a message for its header. Keeps the host of the origin, whose parsing takes as long as storing a message. */
export function newMessageId({ origin }: Pick<Ctx, 'origin'>): string {
  const hostname = hostnames.get(origin) ?? new URL(origin).hostname;
  hostnames.set(origin, hostname);
  return `<${randomUUID()}@${hostname}>`;
}

/** Returns the footer of a marketing message: sender, address, unsubscribe link (S.C. 2010, c. 23, s. 6(2)); null for other messages. */
export function getFooter(ctx: Pick<Ctx, 'db' | 'origin'>, { marketing, to }: Pick<MessageRow, 'marketing' | 'to'>): string | null {
  if (!marketing) return null;
  const company = getCompany(ctx);
  return `${company.name}, ${formatAddress(company)}\nTo stop messages like this one, press Unsubscribe on this page: ${findUnsubscribeUrl(ctx, to)}\n`;
}

/** Returns the reason an approved marketing message is held back, or null. */
export const reasonToHoldBack = (ctx: Pick<Ctx, 'db'>, { marketing }: Pick<MessageRow, 'marketing'>): string | null =>
  marketing && !hasPostalAddress(getCompany(ctx)) ? ADDRESS_MISSING : null;

/** Returns the files of a message. */
const toFiles = (ctx: Pick<Ctx, 'db' | 'origin'>, attachments: StoredAttachment[]): Attachment[] =>
  attachments.map((stored) => {
    if ('content' in stored) return stored;
    const { visit, method, ...names } = stored;
    return { ...names, content: createVisitEntry(ctx, visit, method) };
  });

/** Returns a message with its attachments and footer, ready to send. */
export function toOutgoing(ctx: Pick<Ctx, 'db' | 'origin'>, row: MessageRow): Outgoing {
  const { messageId, to, subject, body, attachments, marketing } = row;
  const footer = getFooter(ctx, row);
  const company = getCompany(ctx);
  const trusted = [ctx.origin, getSettings(ctx).automation.reviewLink];
  return {
    messageId,
    to,
    subject,
    body: footer === null ? body : `${body.trimEnd()}\n\n----\n${footer}`,
    html: renderMailHtml({ subject, body, footer, company, trusted }),
    attachments: toFiles(ctx, JSON.parse(attachments ?? '[]')),
    unsubscribeUrl: marketing ? findUnsubscribeUrl(ctx, to) : undefined,
  };
}
