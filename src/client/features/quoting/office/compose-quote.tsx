import { useState } from 'react';
import { addDays } from '../../../../shared/calendar-day';
import { QUOTE_VALID_DAYS } from '../../../../shared/invoices';
import type { SentEstimate } from '../../../../shared/pricing-schemas';
import { describeEstimate } from '../../../../shared/sent-estimates';
import { getStatus } from '../../../call-error';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { ScreenLink } from '../../../ui/button';
import { ContactLinks } from '../../../ui/contact-links';
import { Loaded } from '../../../ui/loaded';
import { BackButton, RecordHeader } from '../../../ui/record-screen';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states';
import { showToast } from '../../../ui/toast/toast-store';
import { ComposerForm } from './composer-form';
import { blankQuote, type LineValues, toLine, toValues } from './quote-values';
import { type QuotingSearch, readQuotingSearch } from './quoting-search';

type ComposeQuoteProps = { address: Record<string, unknown>; onSearch: (search: QuotingSearch) => void };
type Done = { onSaved: (id: number, isSending: boolean) => void };

/** Shows the form of a new quote for a request or a client, or of a quote that is revised. */
export function ComposeQuote({ address, onSearch }: ComposeQuoteProps) {
  const { priced, inquiry, client } = readQuotingSearch(address);
  const onSaved = (id: number, isSending: boolean) => {
    onSearch({ view: 'priced', priced: id, ...(isSending && { send: 1 }) });
    if (!isSending) showToast({ title: 'Draft Saved', description: 'Nothing was sent. You can edit and send it at any time.' });
  };
  const back = () => onSearch(priced === undefined ? { view: 'priced' } : { view: 'priced', priced });
  return (
    <>
      <RecordHeader
        back={<BackButton label="Back to Quotes" onPress={back} />}
        title={priced === undefined ? 'Write a quote' : 'Edit the quote'}
      />
      {priced !== undefined ? (
        <Revision id={priced} onSaved={onSaved} />
      ) : inquiry !== undefined ? (
        <ForInquiry id={inquiry} onSaved={onSaved} />
      ) : client !== undefined ? (
        <ForClient id={client} onSaved={onSaved} />
      ) : (
        <EmptyState heading="h2" title="Who is the quote for?" text="Open a quote request or a client, and choose “Write a quote” there.">
          <ScreenLink to="/clients" look="button-ghost mt-2" label="Show Clients" />
        </EmptyState>
      )}
    </>
  );
}

type Customer = { name: string; email: string | null; phone: string | null; address: string | null };

const CustomerLine = ({ customer: { name, email, phone, address } }: { customer: Customer }) => (
  <div className="grid gap-1 rounded-card border border-line bg-paper px-5 py-3.5">
    <p className="font-semibold [overflow-wrap:anywhere]">
      {name}
      {address && <span className="font-normal text-muted"> · {address}</span>}
    </p>
    <ContactLinks email={email ?? ''} phone={phone} />
    {!email && <p className="text-[15px] text-amber-700">No email address: nothing is mailed. After sending you can copy the link.</p>}
  </div>
);

function ForInquiry({ id, onSaved }: Done & { id: number }) {
  const inquiry = trpc.quotes.get.useQuery({ id });
  return (
    <Loaded
      query={inquiry}
      loading="Loading the quote request..."
      failed="The quote request could not be loaded."
      missing={
        <EmptyState heading="h2" title="This request is not on the list" text="It may have been deleted.">
          <ScreenLink to="/admin" look="button-ghost mt-2" label="Show Requests" />
        </EmptyState>
      }
    >
      {(data) => (
        <>
          <CustomerLine customer={data} />
          {data.message && <p className="whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">“{data.message}”</p>}
          {data.estimate ? (
            <FromEstimate estimate={data.estimate}>
              {(lines) => (
                <NewQuote
                  target={{ inquiryId: id }}
                  serviceType={data.serviceType}
                  estimate={data.estimate}
                  lines={lines}
                  onSaved={onSaved}
                />
              )}
            </FromEstimate>
          ) : (
            <NewQuote target={{ inquiryId: id }} serviceType={data.serviceType} lines={[]} onSaved={onSaved} />
          )}
        </>
      )}
    </Loaded>
  );
}

type FromEstimateProps = { estimate: SentEstimate; children: (lines: LineValues[]) => React.ReactNode };

/** Calculates the visitor's estimate again with today's prices, and shows what it was for. */
function FromEstimate({ estimate, children }: FromEstimateProps) {
  const { serviceType, bedrooms, bathrooms, squareFeet, hours, extras, frequency } = estimate;
  const found = trpc.pricing.estimate.useQuery({ serviceType, bedrooms, bathrooms, squareFeet, hours, extras, frequency });
  if (found.isPending) return <ListSkeleton label="Loading the estimate..." />;
  // A refused estimate has no prices any more, and its quote begins without lines.
  if (found.isError && (getStatus(found.error) ?? 500) >= 500)
    return <ErrorState text="The estimate could not be loaded." onRetry={() => void found.refetch()} />;
  return (
    <>
      <p className="text-muted">The visitor’s estimate: {describeEstimate(estimate)}</p>
      {children(found.data?.lines.map(toLine) ?? [])}
    </>
  );
}

function ForClient({ id, onSaved }: Done & { id: number }) {
  const client = trpc.clients.get.useQuery({ id });
  return (
    <Loaded
      query={client}
      loading="Loading the client..."
      failed="The client could not be loaded."
      missing={
        <EmptyState heading="h2" title="No such client" text="The link may have been mistyped.">
          <ScreenLink to="/clients" look="button-ghost mt-2" label="Show Clients" />
        </EmptyState>
      }
    >
      {(data) => (
        <>
          <CustomerLine customer={data} />
          <NewQuote target={{ clientId: id }} serviceType="" lines={[]} onSaved={onSaved} />
        </>
      )}
    </Loaded>
  );
}

type NewQuoteProps = Done & {
  target: { inquiryId: number } | { clientId: number };
  serviceType: string;
  estimate?: SentEstimate | null;
  lines: LineValues[];
};

function NewQuote({ target, serviceType, estimate, lines, onSaved }: NewQuoteProps) {
  const settings = trpc.settings.get.useQuery();
  const [today] = useState(() => getToday());
  const compose = trpc.quoting.compose.useMutation({ meta: { failure: 'Failed to save the quote. Please try again.' } });
  if (settings.isPending) return <ListSkeleton label="Loading the form..." />;
  // Without the settings, the quote would go out without the company's terms.
  if (!settings.data) return <ErrorState text="The terms of quotes could not be loaded." onRetry={() => void settings.refetch()} />;
  const initial = blankQuote({
    ...{ serviceType, lines, today, frequency: estimate?.frequency },
    validUntil: addDays(today, QUOTE_VALID_DAYS),
    terms: settings.data.quoteTerms,
  });
  return (
    <ComposerForm
      initial={initial}
      inquiryId={'inquiryId' in target ? target.inquiryId : null}
      save={{ isPending: compose.isPending, mutate: (input, callbacks) => compose.mutate({ ...target, ...input }, callbacks) }}
      onSaved={onSaved}
    />
  );
}

function Revision({ id, onSaved }: Done & { id: number }) {
  const quote = trpc.quoting.get.useQuery({ id });
  const [today] = useState(() => getToday());
  const revise = trpc.quoting.revise.useMutation({ meta: { failure: 'Failed to save the quote. Please try again.' } });
  return (
    <Loaded
      query={quote}
      loading="Loading the quote..."
      failed="The quote could not be loaded."
      missing={
        <EmptyState heading="h2" title="No such quote" text="The link may have been mistyped.">
          <ScreenLink to="/admin" search={{ view: 'priced' }} look="button-ghost mt-2" label="Show Quotes" />
        </EmptyState>
      }
    >
      {(data) => (
        <>
          <CustomerLine
            customer={{ name: data.customerName, email: data.customerEmail, phone: data.customerPhone, address: data.customerAddress }}
          />
          <p className="text-muted">
            {data.status === 'draft'
              ? `Draft of quote ${data.number}, version ${data.version}.`
              : `Saving writes the next version of quote ${data.number}. Version ${data.version} stays valid until you send the new one.`}
          </p>
          <ComposerForm
            key={id}
            initial={toValues(data, today, addDays(today, QUOTE_VALID_DAYS))}
            inquiryId={data.inquiryId}
            save={{ isPending: revise.isPending, mutate: (input, callbacks) => revise.mutate({ id, ...input }, callbacks) }}
            onSaved={onSaved}
          />
        </>
      )}
    </Loaded>
  );
}
