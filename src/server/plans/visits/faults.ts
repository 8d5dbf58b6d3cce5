import type { Ctx } from '../../context';
import { describeFault } from '../../http/logging';

/** Returns whether a fault is one of the database, which concerns all plans. */
export const isOfStorage = (fault: unknown): boolean => (describeFault(fault).code ?? '').startsWith('SQLITE_');
/** Logs a plan whose visits cannot be written, so that the other plans get theirs. Throws faults of the database. */
export function reportFault(ctx: Ctx, planId: number, fault: unknown): void {
  if (isOfStorage(fault)) throw fault;
  ctx.log.error({ evt: 'plan.failed', planId, fault: describeFault(fault) }, 'the visits of a plan could not be written');
}
