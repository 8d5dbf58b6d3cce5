import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { hasRows } from '../../../db/prepared';
import { activity, clients, outbox, settings, teamMembers, workOrders } from '../../../db/schema';
import { CHECKLIST_STEPS } from '../../shared/checklist';
import { DEFAULT_FACTS } from '../../shared/company';
import type { ChecklistStep, checklistSchema } from '../../shared/overview';
import type { Ctx } from '../context';
import { getSettings, isSaved } from '../settings/service';

/** Changes of products by a person; the starter catalogue logs none. */
const PRICED = [
  'product.created',
  'product.updated',
  'catalogue.confirmed',
  'catalogue.emptied',
  'price.created',
  'price.updated',
  'price.removed',
];

/** Checks whether a person saved the minimum charges; the starter prices come with some of the same instant. */
const hasOwnCharges = ({ db }: Ctx): boolean =>
  hasRows(
    db,
    settings,
    and(eq(settings.key, 'minimumCharges'), sql`not exists (select 1 from activity where verb = 'prices.loaded' and at = updated_at)`),
  );

/** Checks whether the owner saved the company's facts. A logo without them proves nothing: it is stored with the facts that were there. */
function hasOwnFacts(ctx: Ctx): boolean {
  const { logo, ...facts } = getSettings(ctx).company;
  return isSaved(ctx, ['company']) && !(logo !== null && isDeepStrictEqual({ ...facts, logo: null }, DEFAULT_FACTS));
}

/** Checks of the company's data that prove a step. No data proves that the owner shared the site. */
const PROOFS: Record<ChecklistStep, (ctx: Ctx) => boolean> = {
  company: hasOwnFacts,
  taxes: (ctx) => isSaved(ctx, ['taxProfile', 'taxRule']),
  prices: (ctx) => hasOwnCharges(ctx) || hasRows(ctx.db, activity, inArray(activity.verb, PRICED)),
  // A message that is only stored, for lack of a mail server, proves nothing. The plus keeps SQLite from reading all sent messages.
  testMail: ({ db }) => hasRows(db, outbox, sql`purpose = 'test-message' and +status = 'sent'`),
  member: ({ db }) => hasRows(db, teamMembers),
  client: ({ db }) => hasRows(db, clients),
  job: ({ db }) => hasRows(db, workOrders),
  share: () => false,
};

/** Returns the steps of a new company, each done by its data or because the owner marked it. */
export function getChecklist(ctx: Ctx): z.output<typeof checklistSchema> {
  const { isHidden, done } = getSettings(ctx).checklist;
  const steps = CHECKLIST_STEPS.map((step) => {
    const isProven = PROOFS[step](ctx);
    return { step, isDone: isProven || done.includes(step), isMarked: !isProven && done.includes(step) };
  });
  return { isHidden, steps };
}
