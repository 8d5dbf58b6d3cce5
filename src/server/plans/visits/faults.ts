import type { Ctx } from '../../context';
import { describeFault } from '../../http/logging';

/**
 * Returns whether a fault is one of the database, such as a full disk, which concerns all plans; a row it refuses concerns its plan only.
 */
export function isOfStorage(fault: unknown): boolean {
  const code = describeFault(fault).code ?? '';
  return code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT');
}

/** Logs a plan whose visits cannot be written, so that the other plans get theirs. Throws faults of the database. */
export function reportFault(ctx: Ctx, planId: number, fault: unknown): void {
  if (isOfStorage(fault)) throw fault;
  ctx.log.error({ evt: 'plan.failed', planId, fault: describeFault(fault) }, 'the visits of a plan could not be written');
}
