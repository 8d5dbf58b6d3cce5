/** A stock valued at weighted average cost. `costCents` is the average of one unit, null when it is not known; the value is then 0. */
export type StockWorth = { quantity: number; costCents: number | null; valueCents: number };
/** Units that come in (above 0) or go. Units that come in may carry their cost per unit, or the worth of all of them. */
export type WorthChange = { quantity: number; unitCostCents?: number | undefined; worthCents?: number | undefined };
/** The worth of a stock after a change, and the worth of the change, null if the cost is unknown. */
type ChangedWorth = { costCents: number | null; valueCents: number; changeCents: number | null };

const round = (cents: number) => Math.floor(cents + 0.5);

/** Returns the worth of some units at average cost. The last units take all that is left, so that rounding leaves nothing behind. */
const shareOfStock = ({ quantity, valueCents }: StockWorth, units: number): number =>
  units >= quantity ? valueCents : round((valueCents * units) / quantity);

/**
 * Changes a stock by the weighted average cost method: units that go leave at the average of that moment, and units that come in
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
