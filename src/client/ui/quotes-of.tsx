import { PRICED_QUOTE_LABELS } from '../../shared/quoting';
import type { PricedQuote } from '../../shared/quoting-schemas';
import { formatPrice } from '../../shared/store-sums';
import { ScreenLink } from './button';
import { Chip } from './chip';
import { Panel } from './panel';
import { ErrorState } from './states';

type QuotesOfProps = {
  query: { data: { rows: readonly PricedQuote[] } | undefined; isError: boolean; refetch: () => Promise<unknown> };
  write: { inquiry: number } | { client: number };
};

/** Shows the priced quotes of a request or a client in its drawer, and leads to a new one. */
export const QuotesOf = ({ query: { data, isError, refetch }, write }: QuotesOfProps) => (
  <Panel title="Quotes">
    {isError && <ErrorState text="The quotes could not be loaded." onRetry={() => void refetch()} />}
    {data && data.rows.length > 0 && (
      <ul className="grid divide-y divide-line">
        {data.rows.map((quote) => (
          <li key={quote.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 first:pt-0">
            <ScreenLink
              to="/admin"
              search={{ view: 'priced', priced: quote.id }}
              look="inline-flex items-center font-semibold text-pine-700 underline underline-offset-4 max-lg:min-h-11"
              label={quote.version === 1 ? quote.number : `${quote.number}, version ${quote.version}`}
            />
            <QuoteChip quote={quote} />
            <span className="ml-auto font-semibold tabular-nums">{formatPrice(quote.total)}</span>
          </li>
        ))}
      </ul>
    )}
    <ScreenLink to="/admin" search={{ write: 1, ...write }} look="button-ghost justify-self-start lg:min-h-9" label="Write a quote" />
  </Panel>
);

/** Shows the status of a priced quote. */
export function QuoteChip({ quote: { status } }: { quote: Pick<PricedQuote, 'status'> }) {
  const [name, tone] = PRICED_QUOTE_LABELS[status];
  return <Chip tone={tone}>{name}</Chip>;
}
