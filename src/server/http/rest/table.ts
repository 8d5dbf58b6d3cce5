import type { z } from 'zod';
import { achievementsRest } from '../../achievements/rest';
import { automationRest } from '../../automation/rest';
import { bookingRest } from '../../booking/rest';
import { clientsRest } from '../../clients/rest';
import { dispatchRest } from '../../dispatch/rest';
import { fieldRest } from '../../field/rest';
import { inventoryRest } from '../../inventory/rest';
import { invoicesRest } from '../../invoices/rest';
import { payRest } from '../../pay/rest';
import { plansRest } from '../../plans/rest';
import { pricingRest } from '../../pricing/rest';
import { quotesRest } from '../../quotes/rest';
import { quotingRest } from '../../quoting/rest';
import type { RestRow } from '../../rest-row';
import { appRouter } from '../../router';
import { sessionRest } from '../../session/rest';
import { socialRest } from '../../social/rest';
import { storeRest } from '../../store/rest';
import { teamRest } from '../../team/rest';
import type { Meta } from '../../trpc';
import { visitsRest } from '../../visits/rest';

export const REST_ROWS: RestRow[] = [
  ...quotesRest,
  ...quotingRest,
  ...sessionRest,
  ...clientsRest,
  ...dispatchRest,
  ...plansRest,
  ...payRest,
  ...fieldRest,
  ...invoicesRest,
  ...storeRest,
  ...inventoryRest,
  ...bookingRest,
  ...visitsRest,
  ...pricingRest,
  ...teamRest,
  ...automationRest,
  ...achievementsRest,
  ...socialRest,
];

export type Procedure = { _def: { inputs: z.ZodType[]; output?: z.ZodType; meta?: Meta } };
const procedures: Record<string, unknown> = appRouter._def.procedures;

export const findProcedure = (name: string): Procedure | undefined =>
  Object.hasOwn(procedures, name) ? (procedures[name] as Procedure) : undefined;

export function getProcedure(name: string): Procedure {
  const procedure = findProcedure(name);
  if (!procedure) throw new Error(`No procedure ${name}.`);
  return procedure;
}
