import { z } from 'zod';
import { MAX_CENTS, parseCents } from './money';

/** Money on the way in: a string or number of dollars, out as integer cents from 0 to {@link MAX_CENTS}. */
export const moneyInput = z.union([z.string(), z.number()]).transform((value, ctx) => {
  const cents = parseCents(value);
  if (cents === undefined || cents < 0 || cents > MAX_CENTS) {
    ctx.addIssue({ code: 'custom', message: 'Please enter an amount such as 149.00.' });
    return z.NEVER;
  }
  return cents;
});

/** The same for what a caller has reckoned and we reckon anew: it may have more places, and is taken to the nearest cent. */
export const computedMoneyInput = z.preprocess(
  (value) => (/^\d{1,8}(\.\d{1,20})?$/.test(String(value)) ? Number(Number(value).toFixed(2)) : value),
  moneyInput,
);
