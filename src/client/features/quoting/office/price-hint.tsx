import { formatPrice } from '../../../../shared/store-sums';
import { trpc } from '../../../trpc';

/** Shows what similar jobs suggest as the price of a request; nothing without enough of them. */
export function PriceHint({ inquiryId }: { inquiryId: number | null }) {
  const { data } = trpc.market.priceSuggestion.useQuery({ inquiryId: inquiryId ?? 0 }, { enabled: inquiryId !== null });
  if (!data || data.suggested === null || data.p25 === null || data.p75 === null) return null;
  const range = data.p25 === data.p75 ? formatPrice(data.p25) : `${formatPrice(data.p25)} to ${formatPrice(data.p75)}`;
  return (
    <p className="rounded-small bg-sage-100 px-4 py-2.5 text-[15px]">
      Similar jobs suggest <b className="tabular-nums">{formatPrice(data.suggested)}</b> before tax, usually {range}.
    </p>
  );
}
