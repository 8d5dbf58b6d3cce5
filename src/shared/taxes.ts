import { applyRate, TAXES, type TaxProfile } from './store-sums';

/** The rates of a profile in basis points: the federal tax, and the province's on services and on goods. */
type Rates = { federal: number; services: number; goods: number };
const RATES: Record<TaxProfile, Rates> = {
  // back-office.md §9: HST 12 % and BC PST 7 % on everything, verbatim (decisions X6).
  documented: { federal: TAXES.hst.rate, services: TAXES.pst.rate, goods: TAXES.pst.rate },
  // PST: Provincial Sales Tax Act (BC), on goods and not on cleaning.
  'bc-current': { federal: TAXES.gst.rate, services: 0, goods: TAXES.pst.rate },
};
const FEDERAL_NAMES: Record<TaxProfile, string> = { documented: 'HST', 'bc-current': 'GST' };

/** What a document keeps of the taxes it was made with; rates in basis points. */
export type TaxTerms = { taxProfile: TaxProfile; hstRate: number; pstRate: number };
/** Cents before tax, by what they are for. */
export type Taxable = { servicesCents: number; goodsCents: number };
export type TaxedSums = { subtotalCents: number; hstCents: number; pstCents: number; totalCents: number };

type Line = { cents: number; isGoods: boolean };
/**
 * Returns how much of some lines is taxed as services and as goods. Discounts (negative lines) reduce both in proportion to their
 * charges, and never by more than is charged.
 */
export function splitTaxable(lines: readonly Line[]): Taxable {
  const sum = (isMeant: (line: Line) => boolean) => lines.filter(isMeant).reduce((total, { cents }) => total + cents, 0);
  const services = sum(({ cents, isGoods }) => cents >= 0 && !isGoods);
  const goods = sum(({ cents, isGoods }) => cents >= 0 && isGoods);
  const charged = services + goods;
  const discount = Math.min(-sum(({ cents }) => cents < 0), charged);
  const goodsDiscount = charged === 0 ? 0 : Math.floor((discount * goods) / charged + 0.5);
  return { servicesCents: services - (discount - goodsDiscount), goodsCents: goods - goodsDiscount };
}

/** The rates that a document was issued with. Its provincial rate is the one on goods if it sells any, else the one on services. */
export const ratesAtIssue = ({ taxProfile, hstRate, pstRate }: TaxTerms): Rates => {
  const { services, goods } = RATES[taxProfile];
  if (services === goods) return { federal: hstRate, services: pstRate, goods: pstRate };
  return { federal: hstRate, services, goods: pstRate > services ? pstRate : goods };
};

/** The terms of a document made with today's rates, or with others: the province's rate is that of what is sold. */
export const getTaxTerms = (taxProfile: TaxProfile, { goodsCents }: Taxable, rates: Rates = RATES[taxProfile]): TaxTerms => {
  const { federal, services, goods } = rates;
  return { taxProfile, hstRate: federal, pstRate: goodsCents > 0 ? goods : services };
};

/** Taxes and total by a profile: each tax rounded once, half a cent up, and the total is the sum of the lines (decisions X8). */
export function addTaxes(
  taxProfile: TaxProfile,
  { servicesCents, goodsCents }: Taxable,
  { federal, services, goods }: Rates = RATES[taxProfile],
): TaxedSums {
  const subtotalCents = servicesCents + goodsCents;
  const hstCents = applyRate(subtotalCents, federal);
  // One rate on two sums, or one sum alone: rounded once either way.
  const pstCents = services === goods ? applyRate(subtotalCents, goods) : applyRate(servicesCents, services) + applyRate(goodsCents, goods);
  return { subtotalCents, hstCents, pstCents, totalCents: subtotalCents + hstCents + pstCents };
}

/** An amount that holds its taxes already, taken apart by the same terms; the parts come to the amount again. */
export function extractTaxes(totalCents: number, { hstRate, pstRate }: Pick<TaxTerms, 'hstRate' | 'pstRate'>): TaxedSums {
  const all = 10_000 + hstRate + pstRate;
  const hstCents = Math.floor((totalCents * hstRate) / all + 0.5);
  const pstCents = Math.floor((totalCents * pstRate) / all + 0.5);
  return { subtotalCents: totalCents - hstCents - pstCents, hstCents, pstCents, totalCents };
}

/**
 * The part of something whose sums are left that goes with a part of its total. Parts taken one after the other are never below
 * nothing in anything, and come to the whole, each of its taxes to the cent.
 */
export function takeProportion({ totalCents, hstCents, pstCents }: TaxedSums, amountCents: number): TaxedSums {
  const share = (cents: number, whole: number, part: number) => (whole === 0 ? 0 : Math.floor((cents / whole) * part + 0.5));
  const hst = share(hstCents, totalCents, amountCents);
  const pst = share(pstCents, totalCents - hstCents, amountCents - hst);
  return { subtotalCents: amountCents - hst - pst, hstCents: hst, pstCents: pst, totalCents: amountCents };
}

const percent = (basisPoints: number) => `${basisPoints / 100}%`;
/** The taxes that a document was made with, each under its name and rate; one of no rate is none. */
export function listTaxLines(document: TaxTerms & { hstAmount: string; pstAmount: string }): { label: string; amount: string }[] {
  const { hst, pst } = getTaxLabels(document);
  const { hstAmount, pstAmount, hstRate, pstRate } = document;
  const lines = [
    { label: hst, amount: hstAmount, rate: hstRate },
    { label: pst, amount: pstAmount, rate: pstRate },
  ];
  return lines.filter(({ amount, rate }) => rate > 0 || Number(amount) !== 0).map(({ label, amount }) => ({ label, amount }));
}

/** What the two taxes of a document are called: "HST (12%)" and "BC PST (7%)". */
export const getTaxLabels = ({ taxProfile, hstRate, pstRate }: TaxTerms): { hst: string; pst: string } => ({
  hst: `${FEDERAL_NAMES[taxProfile]} (${percent(hstRate)})`,
  pst: `BC PST (${percent(pstRate)})`,
});
