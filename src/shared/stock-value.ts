/** A stock valued at weighted average cost. `costCents` is the average of one unit, null when it is not known; the value is then 0. */
export type StockWorth = { quantity: number; costCents: number | null; valueCents: number };
/** Units that come (above 0) or go; goods that come may carry their cost per unit, or what all of them are worth. */
export type WorthChange = { quantity: number; unitCostCents?: number | undefined; worthCents?: number | undefined };
/** What a stock is worth after a change, and what the change was worth; null when the cost is not known. */
type ChangedWorth = { costCents: number | null; valueCents: number; changeCents: number | null };

const round = (cents: number) => Math.floor(cents + 0.5);

/** What some units of a stock are worth at its average cost. The last units are worth what is left, so that rounding leaves nothing behind. */
const shareOfStock = ({ quantity, valueCents }: StockWorth, units: number): number =>
  units >= quantity ? valueCents : round((valueCents * units) / quantity);

/**
 * Changes a stock by the weighted average cost method: units that go take the average of that moment with them, and units that come
 * with a cost of their own move the average. A stock without a known cost takes the first cost that a delivery brings.
 */
export function changeWorth(stock: StockWorth, { quantity, unitCostCents, worthCents }: WorthChange): ChangedWorth {
  const { costCents, valueCents } = stock;
  if (costCents === null) {
    if (unitCostCents === undefined) return { costCents, valueCents: 0, changeCents: null };
    const cents = (stock.quantity + quantity) * unitCostCents;
    return { costCents: unitCostCents, valueCents: cents, changeCents: cents };
  }
  if (quantity < 0) {
    const gone = shareOfStock(stock, -quantity);
    return { costCents, valueCents: valueCents - gone, changeCents: -gone };
  }
  const atCost = worthCents ?? (unitCostCents === undefined ? undefined : quantity * unitCostCents);
  const added = atCost ?? (stock.quantity === 0 ? quantity * costCents : round((valueCents * quantity) / stock.quantity));
  const total = valueCents + added;
  return {
    costCents: atCost === undefined ? costCents : round(total / (stock.quantity + quantity)),
    valueCents: total,
    changeCents: added,
  };
}
