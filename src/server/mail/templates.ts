import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import {
  companyValues,
  getMessageText,
  MESSAGE_TEMPLATES,
  type MessageTemplates,
  type Purpose,
  type templateInput,
  type VariableOf,
} from '../../shared/message-templates';
import { renderMessage } from '../../shared/message-text';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { getCompany, getSettings, saveSettings } from '../settings/service';
import { type NewMessage, queueMessage } from './outbox';
import { reasonToStore } from './recipient-limit';

/** Message with the values of its template. */
export type TemplateMessage<Kind extends Purpose> = Omit<NewMessage, 'purpose' | 'subject' | 'body'> & {
  purpose: Kind;
  values: Record<VariableOf<Kind>, string>;
};

/** Returns the subject and the body of a message, in the owner's wording if there is one. */
export const renderTemplate = <Kind extends Purpose>(ctx: Ctx, { purpose, values }: Pick<TemplateMessage<Kind>, 'purpose' | 'values'>) =>
  renderMessage(getMessageText(purpose, getSettings(ctx).messageTemplates), { ...companyValues(getCompany(ctx)), ...values });

/**
 * Queues a message from its template, in the owner's wording if there is one. Call it inside a transaction. If visitors
 * cause too many messages to one address, it is stored instead and the owner gets a notice.
 */
export function queueFromTemplate<Kind extends Purpose>(ctx: Ctx, { values, ...message }: TemplateMessage<Kind>): void {
  const reason = reasonToStore(ctx, message);
  const row = queueMessage(ctx, {
    ...message,
    ...renderTemplate(ctx, { purpose: message.purpose, values }),
    ...(reason !== null && { storedBecause: reason }),
  });
  if (row && reason !== null) reportStored(ctx, { id: row.id, to: message.to, reason });
}

/** Records a message that was stored instead of sent, and mails the owner once a day for each address. */
function reportStored(ctx: Ctx, { id, to, reason }: { id: number; to: string; reason: string }): void {
  recordActivity(ctx, { verb: 'message.kept', entityType: 'message', entityId: id });
  queueFromTemplate(ctx, {
    purpose: 'messages-kept',
    to: getCompany(ctx).email,
    values: { customerEmail: to, reason, officeLink: `${ctx.origin}/messages?view=kept` },
    relatedType: null,
    relatedId: null,
    dedupeKey: `messages-kept:${to.toLowerCase()}:${businessDay(ctx.now())}`,
  });
}

/** Saves the owner's wording of a message; the default wording removes it. Returns all of the owner's wordings. */
export function saveTemplate(ctx: Ctx, { purpose, subject, body }: z.output<typeof templateInput>): MessageTemplates {
  const template = MESSAGE_TEMPLATES[purpose];
  if (subject === template.subject && body === template.body) return resetTemplate(ctx, { purpose });
  return inTransaction(ctx.db, () => {
    const own = getSettings(ctx).messageTemplates;
    recordActivity(ctx, { verb: 'template.saved', entityType: 'template', entityId: purpose });
    return saveSettings(ctx, { messageTemplates: { ...own, [purpose]: { subject, body } } }).messageTemplates;
  });
}

/** Restores the default wording of a message. Returns all of the owner's wordings. */
export function resetTemplate(ctx: Ctx, { purpose }: { purpose: Purpose }): MessageTemplates {
  return inTransaction(ctx.db, () => {
    const { [purpose]: removed, ...rest } = getSettings(ctx).messageTemplates;
    if (!removed) return rest;
    recordActivity(ctx, { verb: 'template.reset', entityType: 'template', entityId: purpose });
    return saveSettings(ctx, { messageTemplates: rest }).messageTemplates;
  });
}
