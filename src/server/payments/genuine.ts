import { z } from 'zod';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';

const INTERAC = 'payments.interac.ca';
/** The signatures that are checked; a notice has one or two, and each costs a lookup. */
const SIGNATURES = 5;
const PATIENCE_MS = 10_000;

/** The parts of a check that the package's types partly leave out. */
const checkedSchema = z.object({
  headers: z.object({ parsed: z.array(z.object({ key: z.string() })) }),
  results: z.array(
    z.object({
      algo: z.string().optional(),
      signingDomain: z.string().optional(),
      signingHeaders: z.object({ keys: z.string().optional() }).optional(),
      status: z.object({ result: z.string(), underSized: z.number().optional() }),
    }),
  ),
});
type Signature = z.output<typeof checkedSchema>['results'][number];
/** The headers that a notice must have exactly once, because mail programs differ in which of two they show. */
const ONCE = ['from', 'subject', 'to'];

/** Counts the signatures in the header of a mail, which ends at its first empty line. */
const countSignatures = (raw: Uint8Array): number => {
  const [header = ''] = Buffer.from(raw)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  return header.match(/^dkim-signature\s*:/gim)?.length ?? 0;
};

/** Returns why a signature does not prove a notice, or null. */
function findFault({ algo, signingDomain, signingHeaders, status }: Signature): string | null {
  if (signingDomain?.toLowerCase() !== INTERAC) return 'it is not signed by Interac';
  if (status.result === 'temperror') return "Interac's key could not be looked up";
  if (status.result !== 'pass' || !algo?.toLowerCase().endsWith('-sha256')) return 'its signature is not valid';
  const signed = (signingHeaders?.keys ?? '')
    .toLowerCase()
    .split(':')
    .map((key) => key.trim());
  if (!signed.includes('from') || !signed.includes('subject')) return 'its signature leaves out the sender or the subject';
  return status.underSized ? 'its signature covers only a part of it' : null;
}

const withPatience = <T>(work: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((done) => {
    timer = setTimeout(done, PATIENCE_MS, undefined);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(timer));
};

type Addressed = { from: string | undefined; to: readonly string[] };

/**
 * Returns why a mail does not count as Interac's own notice to the company, or null if it does: it has one sender, at Interac, a valid
 * DKIM signature of Interac's over sender, subject and the whole body, and it went to an address of the company. What the message says
 * about earlier checks proves nothing.
 */
export async function findForgery(ctx: Ctx, raw: Uint8Array, { from, to }: Addressed): Promise<string | null> {
  const isTo = getSettings(ctx).interacAddresses.map((address) => address.toLowerCase());
  if (!from?.toLowerCase().endsWith(`@${INTERAC}`)) return 'it does not come from Interac';
  if (to.length === 0 || !to.every((address) => isTo.includes(address.toLowerCase()))) return 'it was not sent to your e-Transfer address';
  const resolver = async (name: string, type: string) => ((await ctx.lookUpDns?.(name, type)) ?? []) as string[][];
  if (countSignatures(raw) > SIGNATURES) return 'it has too many signatures';
  const options = { resolver, curTime: ctx.now() };
  // Loaded with the first notice: the package is as large as the rest of the server.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
  const checked = await withPatience(dkimVerify(Buffer.from(raw), options).catch(() => undefined));
  if (!checked) return "Interac's key could not be looked up";
  const { headers, results } = checkedSchema.parse(checked);
  const keys = headers.parsed.map(({ key }) => key.toLowerCase());
  if (ONCE.some((name) => keys.filter((key) => key === name).length !== 1))
    return 'it does not have exactly one sender, subject and recipient';
  if (checked.headerFrom.length !== 1 || checked.headerFrom[0]?.toLowerCase() !== from.toLowerCase())
    return 'it does not have exactly one sender';
  const faults = results.map(findFault);
  return faults.includes(null) ? null : (faults.find((fault) => fault !== 'it is not signed by Interac') ?? 'it is not signed by Interac');
}
