import { LOW_STOCK, type Product, type ProfitRating, profitRating, type StockStatus, stockStatus } from '../../../shared/inventory';
import { parseCents } from '../../../shared/money';
import { Chip, type Tone } from '../../ui/chip';

const RATING_TONES: Record<ProfitRating, Tone> = { Excellent: 'good', Good: 'active', Fair: 'waiting', Poor: 'bad', 'n/a': 'quiet' };
const STATUS_TONES: Record<StockStatus, Tone> = { 'In Stock': 'good', Low: 'waiting', 'Out of Stock': 'bad' };

export const RatingChip = ({ rating }: { rating: ProfitRating }) => <Chip tone={RATING_TONES[rating]}>{rating}</Chip>;
export const StatusChip = ({ status }: { status: StockStatus }) => <Chip tone={STATUS_TONES[status]}>{status}</Chip>;

export const ProductRating = ({ product: { price, costPrice } }: { product: Product }) => (
  <RatingChip rating={profitRating(parseCents(price) ?? 0, costPrice === null ? null : (parseCents(costPrice) ?? null))} />
);

/** Shows the state of a stock by the product's reorder level, as the accounting screen calls it. */
export const LevelChip = ({ product: { stockQuantity, reorderLevel, isActive } }: { product: Product }) =>
  isActive ? <StatusChip status={stockStatus(stockQuantity, reorderLevel)} /> : <Chip tone="quiet">Retired</Chip>;

/** Shows the state of a stock by the fixed limit of the inventory screen. */
export function StockChips({ product: { stockQuantity, isActive } }: { product: Product }) {
  if (!isActive) return <Chip tone="quiet">Retired</Chip>;
  return (
    <span className="flex gap-1.5">
      {stockQuantity < LOW_STOCK ? <Chip tone="waiting">Low Stock</Chip> : <Chip tone="good">In Stock</Chip>}
      {stockQuantity === 0 && <Chip tone="bad">Out of Stock</Chip>}
    </span>
  );
}
