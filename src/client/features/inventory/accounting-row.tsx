import { type Product, type ProfitRating, profitRating, type StockStatus, stockStatus } from '../../../shared/inventory';
import { parseCents } from '../../../shared/money';
import { formatPrice } from '../../../shared/store-sums';
import { Chip, type Tone } from '../../ui/chip';
import { Figure, ProductActions } from './product-row';

const RATING_TONES: Record<ProfitRating, Tone> = { Excellent: 'good', Good: 'active', Fair: 'waiting', Poor: 'bad', 'n/a': 'quiet' };
const STATUS_TONES: Record<StockStatus, Tone> = { 'In Stock': 'good', Low: 'waiting', 'Out of Stock': 'bad' };

export const RatingChip = ({ rating }: { rating: ProfitRating }) => <Chip tone={RATING_TONES[rating]}>{rating}</Chip>;
export const StatusChip = ({ status }: { status: StockStatus }) => <Chip tone={STATUS_TONES[status]}>{status}</Chip>;

export const ACCOUNTING_COLUMNS = 'xl:grid-cols-[minmax(0,1fr)_84px_84px_74px_92px_56px_116px_132px] xl:gap-x-3';
export const ACCOUNTING_COLUMN_NAMES = ['Product', 'Cost', 'Price', 'Margin', 'Rating', 'Stock', 'Status', 'Actions'] as const;

export function AccountingRow({ product, onEdit }: { product: Product; onEdit: (id: number) => void }) {
  const { name, category, price, costPrice, profitMargin, stockQuantity, reorderLevel, supplierName, isActive } = product;
  const rating = profitRating(parseCents(price) ?? 0, costPrice === null ? null : (parseCents(costPrice) ?? null));
  return (
    <li
      className={`grid content-start gap-x-4 gap-y-2 rounded-card border border-line bg-paper p-4 xl:items-center xl:px-5 xl:py-2 ${ACCOUNTING_COLUMNS}`}
    >
      <div className="min-w-0">
        <h3 className="font-bold leading-snug [overflow-wrap:anywhere] xl:line-clamp-2">{name}</h3>
        <p className="text-muted text-sm [overflow-wrap:anywhere] xl:truncate">{category}</p>
        {supplierName && <p className="text-muted text-sm [overflow-wrap:anywhere] xl:truncate">{supplierName}</p>}
      </div>
      <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1 xl:contents">
        <Figure name="Cost" value={costPrice === null ? 'none' : formatPrice(costPrice)} />
        <Figure name="Price" value={formatPrice(price)} />
        <Figure name="Margin" value={profitMargin === null ? 'n/a' : `${profitMargin}%`} />
        <div className="flex items-baseline max-xl:hidden">
          <dt className="sr-only">Rating</dt>
          <dd>
            <RatingChip rating={rating} />
          </dd>
        </div>
        <Figure name="Stock" value={String(stockQuantity)} isUrgent={stockQuantity === 0} />
      </dl>
      <div className="flex flex-wrap gap-1.5">
        <span className="xl:hidden">
          <RatingChip rating={rating} />
        </span>
        {isActive ? <StatusChip status={stockStatus(stockQuantity, reorderLevel)} /> : <Chip tone="quiet">Retired</Chip>}
      </div>
      <div className="-mx-3 flex items-center max-xl:-mb-1.5 xl:mx-0 xl:justify-self-end">
        <ProductActions product={product} failures="server" onEdit={onEdit} />
      </div>
    </li>
  );
}
