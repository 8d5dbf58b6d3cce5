import { clsx } from 'clsx';
import type { RouterOutputs } from '../../../server/router';
import { formatOrderNumber, formatPrice } from '../../../shared/store-sums';
import { formatDateTime } from '../../../shared/time';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';

export type StockMovement = RouterOutputs['inventory']['movements']['rows'][number];

const TONES: Record<StockMovement['kind'], Tone> = {
  sale: 'active',
  cancel: 'waiting',
  receive: 'good',
  adjust: 'waiting',
  initial: 'quiet',
  revaluation: 'quiet',
};

export const MOVEMENT_COLUMNS = 'lg:grid-cols-[minmax(0,1.2fr)_100px_64px_72px_110px_minmax(0,1fr)_200px] lg:gap-x-4';

const LINK = 'text-pine-700 underline-offset-4 hover:underline max-lg:inline-flex max-lg:min-h-11 max-lg:items-center';
const showChange = (quantity: number) => (quantity === 0 ? '0' : quantity > 0 ? `+${quantity}` : `−${-quantity}`);

export function MovementRow({ movement, isOfOne }: { movement: StockMovement; isOfOne: boolean }) {
  const { productId, productName, kind, quantity, stockAfter, unitCost, valueAfter, orderNumber, note, actor, at } = movement;
  return (
    <li className={`grid items-center gap-x-4 gap-y-1 px-4 py-3 max-lg:grid-cols-[minmax(0,1fr)_auto] lg:px-5 lg:py-2 ${MOVEMENT_COLUMNS}`}>
      <p className="min-w-0 font-semibold [overflow-wrap:anywhere]">
        {isOfOne ? productName : <ScreenLink to="/stock" search={{ product: productId }} look={LINK} label={productName} />}
      </p>
      <p className="max-lg:justify-self-end">
        <Chip tone={TONES[kind]}>{kind === 'revaluation' ? 'new cost' : kind}</Chip>
      </p>
      <p className={clsx('font-semibold tabular-nums max-lg:text-lg lg:text-right', quantity > 0 && 'text-pine-700')}>
        <span className="sr-only">Change </span>
        {showChange(quantity)}
      </p>
      <p className="tabular-nums max-lg:justify-self-end lg:text-right">
        <span className="text-muted lg:sr-only">Stock after </span>
        {stockAfter}
      </p>
      <p className="text-sm tabular-nums max-lg:col-span-2 max-lg:empty:hidden lg:text-right">
        {unitCost !== null && <span className="lg:block">{formatPrice(unitCost)} each</span>}
        {valueAfter !== null && (
          <span className="text-muted lg:block">
            <span className="lg:hidden"> · </span>
            {formatPrice(valueAfter)} in all
          </span>
        )}
      </p>
      <p className="min-w-0 text-[15px] max-lg:col-span-2 max-lg:empty:hidden [overflow-wrap:anywhere]">
        {orderNumber !== null && (
          <ScreenLink to="/orders" search={{ order: orderNumber }} look={`${LINK} mr-2 underline`} label={formatOrderNumber(orderNumber)} />
        )}
        {note}
      </p>
      <p className="min-w-0 text-muted text-sm max-lg:col-span-2 [overflow-wrap:anywhere]">
        <time dateTime={at}>{formatDateTime(at)}</time>
        <span className="lg:block">
          <span className="lg:hidden"> · </span>
          {actor}
        </span>
      </p>
    </li>
  );
}
