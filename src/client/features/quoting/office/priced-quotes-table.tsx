import type { PricedQuoteStatus } from '../../../../shared/quoting';
import type { PricedQuote } from '../../../../shared/quoting-schemas';
import { formatService } from '../../../../shared/service-name';
import { formatPrice } from '../../../../shared/store-sums';
import { businessDay } from '../../../../shared/time';
import { besideList } from '../../../ui/beside-list';
import { ScreenLink } from '../../../ui/button';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../../ui/data-table';
import type { PagedQuery } from '../../../ui/paged-list';
import { QuoteChip } from '../../../ui/quotes-of';
import { EmptyState } from '../../../ui/states';
import { formatShortDate } from '../../../ui/times';
import { NextStep, OpenDocument, OtherSteps, Withdraw } from './priced-quote-actions';

/** Names a quote with its version, unless it is the first one. */
const formatNumber = ({ number, version }: Pick<PricedQuote, 'number' | 'version'>): string =>
  version === 1 ? number : `${number}, version ${version}`;

const Day = ({ day }: { day: string }) => <time dateTime={day}>{formatShortDate(day)}</time>;
const Sent = ({ quote: { sentAt } }: { quote: PricedQuote }) => (sentAt === null ? 'Not sent' : <Day day={businessDay(sentAt)} />);

const COLUMNS: readonly Column<PricedQuote>[] = [
  {
    key: 'number',
    head: 'Quote',
    width: 'w-28',
    cell: ({ number, version }) => <TwoLines first={number} second={version > 1 && `Version ${version}`} />,
  },
  {
    key: 'customer',
    head: 'Customer',
    cell: ({ customerName, serviceType }) => <TwoLines first={customerName} second={formatService(serviceType)} />,
  },
  { key: 'sent', head: 'Sent', from: 'lg', width: 'w-28', cell: (quote) => <Sent quote={quote} /> },
  { key: 'valid', head: 'Valid until', from: 'lg', width: 'w-28', cell: ({ validUntil }) => <Day day={validUntil} /> },
  {
    key: 'total',
    head: 'Total',
    align: 'end',
    width: 'w-32',
    cell: ({ total }) => <span className="font-medium">{formatPrice(total)}</span>,
  },
  { key: 'status', head: 'Status', width: 'w-44', cell: (quote) => <QuoteChip quote={quote} /> },
];

type PricedQuotesTableProps = { list: PagedQuery<PricedQuote>; state: PricedQuoteStatus | undefined };

/** Lists the quotes, each version as its own row and with the step that follows its status. */
export const PricedQuotesTable = ({ list, state }: PricedQuotesTableProps) => (
  <DataTable
    name="priced-quotes"
    title="Priced quotes"
    list={list}
    columns={COLUMNS}
    about={formatNumber}
    open={({ id }) => besideList({ view: 'priced', priced: id })}
    action={(quote) => <NextStep quote={quote} look={ROW_ACTION} />}
    menu={(quote) => (
      <>
        <OtherSteps quote={quote} />
        <OpenDocument quote={quote} />
        <Withdraw quote={quote} />
      </>
    )}
    phone={(quote) => [
      [quote.customerName, formatPrice(quote.total)],
      [`${formatNumber(quote)} · ${formatService(quote.serviceType)}`, <QuoteChip key="status" quote={quote} />],
    ]}
    loading="Loading the quotes..."
    failed="The quotes could not be loaded."
    empty={
      state ? (
        <EmptyState title="No quotes match" text="No quote has this status right now.">
          <ScreenLink to="/admin" search={{ view: 'priced' }} look="button-ghost mt-2" label="Show All Quotes" />
        </EmptyState>
      ) : (
        <EmptyState
          title="No priced quotes yet"
          text="Open a quote request or a client and choose “Write a quote”. The client approves it online, and the job is created by itself."
        >
          <ScreenLink to="/clients" look="button-ghost mt-2" label="Open Clients" />
        </EmptyState>
      )
    }
  />
);
