import { formatPrice } from '../../../shared/store-sums';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';

export function SuggestedPrice({ inquiryId }: { inquiryId: number }) {
  const { data } = trpc.market.priceSuggestion.useQuery({ inquiryId });
  if (!data) return null;
  const { suggested, p25, p75, explanation, createdAt } = data;
  return (
    <>
      <dt className="text-muted">Suggested price</dt>
      <dd className="min-w-0">
        {suggested === null || p25 === null || p75 === null ? (
          <p>No suggestion: {explanation}.</p>
        ) : (
          <>
            <p>
              <b className="font-semibold tabular-nums">{formatPrice(suggested)}</b>{' '}
              <span className="text-muted">
                suggestion only, usually {p25 === p75 ? formatPrice(p25) : `${formatPrice(p25)} to ${formatPrice(p75)}`}
              </span>
            </p>
            <details>
              <summary className="inline-flex min-h-11 items-center text-pine-700 underline underline-offset-4 lg:min-h-8">
                How it was calculated
              </summary>
              <p className="[overflow-wrap:anywhere]">{explanation}</p>
              <p className="text-muted text-sm">
                As of <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
              </p>
            </details>
          </>
        )}
      </dd>
    </>
  );
}
