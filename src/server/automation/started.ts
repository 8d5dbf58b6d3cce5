import { eq } from 'drizzle-orm';
import { automationRuns, automationState } from '../../../db/schema';
import type { Ctx } from '../context';

/** Returns whether the owner started the automation of /ai-dashboard. */
export const isStarted = ({ db }: Pick<Ctx, 'db'>): boolean =>
  db.select({ isActive: automationState.isActive }).from(automationState).where(eq(automationState.key, 'ai')).get()?.isActive ?? false;

/** Returns whether a run was asked for: by the owner's Start, or by a press of Run Now. */
export const isAskedFor = (ctx: Pick<Ctx, 'db'>, runId: number): boolean =>
  isStarted(ctx) ||
  ctx.db.select({ trigger: automationRuns.trigger }).from(automationRuns).where(eq(automationRuns.id, runId)).get()?.trigger !== 'schedule';
