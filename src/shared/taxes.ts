import { applyRate, TAXES, type TaxProfile } from './store-sums';

/** The rates of a profile in basis points: the federal tax, and the province's on services and on goods. */
type Rates = { federal: number; services: number; goods: number };
const RATES: Record<TaxProfile, Rates> = {
  // HST and BC PST on everything.
  documented: { federal: TAXES.hst.rate, services: TAXES.pst.rate, goods: TAXES.pst.rate },
  // PST: Provincial Sales Tax Act (BC), on goods and not on cleaning.
  'bc-current': { federal: TAXES.gst.rate, services: 0, goods: TAXES.pst.rate },
};
const FEDERAL_NAMES: Record<TaxProfile, string> = { documented: 'HST', 'bc-current': 'GST' };

/** The tax rates that a document stores when it is issued, in basis points. */
export type TaxTerms = { taxProfile: TaxProfile; hstRate: number; pstRate: number };
export type Taxable = { servicesCents: number; goodsCents: number };
export type TaxedSums = { subtotalCents: number; hstCents: number; pstCents: number; totalCents: number };

/** Returns the tax terms alone of a document. */
export const pickTerms = ({ taxProfile, hstRate, pstRate }: TaxTerms): TaxTerms => ({ taxProfile, hstRate, pstRate });

type Line = { cents: number; isGoods: boolean };
/** Splits lines into services and goods. Discounts reduce both in proportion to their charges, by no more than is charged. */
export function splitTaxable(lines: readonly Line[]): Taxable {
  const sum = (isMeant: (line: Line) => boolean) => lines.filter(isMeant).reduce((total, { cents }) => total + cents, 0);
  const services = sum(({ cents, isGoods }) => cents >= 0 && !isGoods);
  const goods = sum(({ cents, isGoods }) => cents >= 0 && isGoods);
  const charged = services + goods;
  const discount = Math.min(-sum(({ cents }) => cents < 0), charged);
  const goodsDiscount = charged === 0 ? 0 : Math.floor((discount * goods) / charged + 0.5);
  return { servicesCents: services - (discount - goodsDiscount), goodsCents: goods - goodsDiscount };
}

/** Returns the rates that a document was issued with. Its provincial rate is that of goods if it sells any, otherwise that of services. */
export const ratesAtIssue = ({ taxProfile, hstRate, pstRate }: TaxTerms): Rates => {
  const { services, goods } = RATES[taxProfile];
  if (services === goods) return { federal: hstRate, services: pstRate, goods: pstRate };
  return { federal: hstRate, services, goods: pstRate > services ? pstRate : goods };
};

export const getTaxTerms = (taxProfile: TaxProfile, { goodsCents }: Taxable, rates: Rates = RATES[taxProfile]): TaxTerms => {
  const { federal, services, goods } = rates;
  return { taxProfile, hstRate: federal, pstRate: goodsCents > 0 ? goods : services };
};

/** Returns taxes and total. Each tax is rounded once, half a cent up, and the total is the sum of the rounded amounts. */
export function addTaxes(
  taxProfile: TaxProfile,
  { servicesCents, goodsCents }: Taxable,
  { federal, services, goods }: Rates = RATES[taxProfile],
): TaxedSums {
  const subtotalCents = servicesCents + goodsCents;
  const hstCents = applyRate(subtotalCents, federal);
  // A single rate is applied to the sum, so that it is rounded once.
  const pstCents = services === goods ? applyRate(subtotalCents, goods) : applyRate(servicesCents, services) + applyRate(goodsCents, goods);
  return { subtotalCents, hstCents, pstCents, totalCents: subtotalCents + hstCents + pstCents };
}

/** Subtracts the deposits of an invoice from its taxed charges, each with the taxes that were invoiced with it. */
export const subtractSums = (charges: TaxedSums, deposits: TaxedSums): TaxedSums => ({
  subtotalCents: charges.subtotalCents - deposits.subtotalCents,
  hstCents: charges.hstCents - deposits.hstCents,
  pstCents: charges.pstCents - deposits.pstCents,
  totalCents: charges.totalCents - deposits.totalCents,
});

/** Splits an amount that includes its taxes; the parts add up to the amount. */
export function extractTaxes(totalCents: number, { hstRate, pstRate }: Pick<TaxTerms, 'hstRate' | 'pstRate'>): TaxedSums {
  const all = 10_000 + hstRate + pstRate;
  const hstCents = Math.floor((totalCents * hstRate) / all + 0.5);
  const pstCents = Math.floor((totalCents * pstRate) / all + 0.5);
  return { subtotalCents: totalCents - hstCents - pstCents, hstCents, pstCents, totalCents };
}

/** Returns the subtotal and taxes of a part of the remaining total. Parts taken one after another add up to the whole, to the cent. */
export function takeProportion({ totalCents, hstCents, pstCents }: TaxedSums, amountCents: number): TaxedSums {
  const share = (cents: number, whole: number, part: number) => (whole === 0 ? 0 : Math.floor((cents / whole) * part + 0.5));
  const hst = share(hstCents, totalCents, amountCents);
  const pst = share(pstCents, totalCents - hstCents, amountCents - hst);
  return { subtotalCents: amountCents - hst - pst, hstCents: hst, pstCents: pst, totalCents: amountCents };
}

const percent = (basisPoints: number) => `${basisPoints / 100}%`;
/** Returns the taxes of a document with their names and rates, without taxes at 0%. */
export function listTaxLines(document: TaxTerms & { hstAmount: string; pstAmount: string }): { label: string; amount: string }[] {
  const { hst, pst } = getTaxLabels(document);
  const { hstAmount, pstAmount, hstRate, pstRate } = document;
  const lines = [
    { label: hst, amount: hstAmount, rate: hstRate },
    { label: pst, amount: pstAmount, rate: pstRate },
  ];
  return lines.filter(({ amount, rate }) => rate > 0 || Number(amount) !== 0).map(({ label, amount }) => ({ label, amount }));
}

/** Returns the labels of a document's taxes: "HST (12%)" and "BC PST (7%)". */
export const getTaxLabels = ({ taxProfile, hstRate, pstRate }: TaxTerms): { hst: string; pst: string } => ({
  hst: `${FEDERAL_NAMES[taxProfile]} (${percent(hstRate)})`,
  pst: `BC PST (${percent(pstRate)})`,
});
