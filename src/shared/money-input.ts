import { z } from 'zod';
import { MAX_CENTS, parseCents } from './money';

/** Parses dollars, as a string or number, into integer cents from 0 to {@link MAX_CENTS}. */
export const moneyInput = z.union([z.string(), z.number()]).transform((value, ctx) => {
  const cents = parseCents(value);
  if (cents === undefined || cents < 0 || cents > MAX_CENTS) {
    ctx.addIssue({ code: 'custom', message: 'Please enter an amount such as 149.00.' });
    return z.NEVER;
  }
  return cents;
});

/** Like {@link moneyInput} for amounts that a client computed and the server recomputes: rounds further decimals to the nearest cent. */
export const computedMoneyInput = z.preprocess(
  (value) => (/^\d{1,8}(\.\d{1,20})?$/.test(String(value)) ? Number(Number(value).toFixed(2)) : value),
  moneyInput,
);
