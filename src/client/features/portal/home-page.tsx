import { useState } from 'react';
import { formatPrice } from '../../../shared/store-sums';
import { formatDate } from '../../../shared/time';
import { trpc } from '../../trpc';
import { BookAgain } from './book-again';
import type { DataOf, PortalData } from './load-portal';
import { Actions, Card, Title } from './parts';
import { PlanCard } from './plan-card';
import { useHome } from './portal-frame';
import { RateVisit } from './rate-visit';
import { VisitCard } from './visit-card';

export type HomeData = DataOf<'home'> & Extract<PortalData, { home: unknown }>;

/** Shows what a client needs first: the next visit, what is to pay, and what waits for an answer. */
export function HomePage({ data }: { data: HomeData }) {
  const home = useHome(data.home);
  const plans = trpc.portal.plans.useQuery(undefined, { initialData: data.plans }).data.rows;
  // Stays after the rating is sent, so that the thanks do.
  const [toRate] = useState(data.home.toRate);
  const { nextVisit, canBookAgain } = home;
  return (
    <>
      <Title>Hello, {home.client.name}</Title>
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,380px)]">
        <div className="grid min-w-0 gap-4 sm:gap-6">
          <Card title="Your next visit">{nextVisit ? <VisitCard visit={nextVisit} /> : <NoVisit />}</Card>
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
          {canBookAgain && (
            <Card title="Same again?">
              <BookAgain />
            </Card>
          )}
        </div>
        <div className="grid min-w-0 gap-4 sm:gap-6">
          <Balance data={data} openBalance={home.openBalance} openCount={home.openInvoices} />
          <OpenQuotes data={data} />
          {toRate && (
            <Card title="How was your last visit?">
              <RateVisit visit={toRate} />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

const NoVisit = () => (
  <>
    <p className="text-muted">No visit is planned at the moment.</p>
    <Actions>
      <a className="button-primary" href="/appointments">
        Book an appointment
      </a>
    </Actions>
  </>
);

/** Open invoices that the start page lists; the others are on their own page. */
const SHOWN_INVOICES = 3;

type BalanceProps = { data: HomeData; openBalance: string; openCount: number };

function Balance({ data, openBalance, openCount }: BalanceProps) {
  const { rows } = trpc.portal.invoices.useQuery({}, { initialData: data.invoices }).data;
  const shown = rows.filter(({ payUrl }) => payUrl !== null).slice(0, SHOWN_INVOICES);
  return (
    <Card title="To pay">
      {Number(openBalance) > 0 ? (
        <>
          <p className="font-bold text-3xl tabular-nums">{formatPrice(openBalance)}</p>
          <ul className="grid gap-3">
            {shown.map(({ id, invoiceNumber, dueDate, balance, payUrl }) => (
              <li key={id} className="flex items-center justify-between gap-3 border-line border-t pt-3">
                <p className="tabular-nums">
                  <b>{formatPrice(balance)}</b>
                  <span id={`invoice-${id}`} className="block text-muted text-sm">
                    {invoiceNumber}, due {formatDate(dueDate)}
                  </span>
                </p>
                <a className="button-primary" href={payUrl ?? ''} aria-describedby={`invoice-${id}`}>
                  Pay
                </a>
              </li>
            ))}
          </ul>
          {openCount > shown.length && (
            <a className="inline-flex min-h-11 items-center font-semibold text-pine-700 underline" href="/my/invoices">
              All invoices
            </a>
          )}
        </>
      ) : (
        <p className="text-muted">Nothing is open. Thank you!</p>
      )}
    </Card>
  );
}

function OpenQuotes({ data }: { data: HomeData }) {
  const { rows } = trpc.portal.quotes.useQuery(undefined, { initialData: data.quotes }).data;
  const open = rows.filter(({ status }) => status === 'sent' || status === 'viewed');
  if (open.length === 0) return null;
  return (
    <Card title="Quotes for you">
      <ul className="grid gap-3">
        {open.map(({ number, total, validUntil, url }) => (
          <li key={number} className="flex items-center justify-between gap-3">
            <p className="tabular-nums">
              <b>{formatPrice(total)}</b>
              <span className="block text-muted text-sm">
                {number}, until {formatDate(validUntil)}
              </span>
            </p>
            <a className="button-primary" href={url}>
              Review<span className="sr-only">, {number}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
