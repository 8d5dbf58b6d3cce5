import { formatCount } from '../../../shared/counts';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { FigurePlace } from '../../ui/figure-card';
import { ErrorState } from '../../ui/states';
import type { InvoicesView } from './invoices-search';

type Card = { name: string; figure: string; text: string; view?: InvoicesView };

const count = (invoices: number) => formatCount(invoices, 'invoice');

export function InvoicesSummary() {
  const { data, isError, refetch } = trpc.invoices.summary.useQuery();
  if (isError) return <ErrorState text="The figures could not be loaded." onRetry={() => void refetch()} />;
  const cards: Card[] = data
    ? [
        { name: 'Outstanding', figure: formatPrice(data.outstanding.amount), text: count(data.outstanding.invoices), view: 'open' },
        { name: 'Overdue', figure: formatPrice(data.overdue.amount), text: count(data.overdue.invoices), view: 'overdue' },
        { name: 'Drafts', figure: String(data.drafts), text: 'not issued yet', view: 'draft' },
        { name: 'Received this month', figure: formatPrice(data.receivedThisMonth), text: 'less refunds' },
      ]
    : ['Outstanding', 'Overdue', 'Drafts', 'Received this month'].map((name) => ({ name, figure: '', text: '' }));
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {cards.map((card) => (
        <SummaryCard key={card.name} card={card} />
      ))}
    </ul>
  );
}

const SummaryCard = ({ card: { name, figure, text, view } }: { card: Card }) => (
  <li className="relative grid content-start gap-0.5 rounded-card border border-line bg-paper px-4 py-2.5 has-[a:hover]:border-pine-600 sm:px-5 sm:py-3">
    <p className="text-muted text-sm">
      {view ? (
        <ScreenLink
          to="/invoices"
          search={{ view }}
          look="underline decoration-line underline-offset-4 after:absolute after:inset-0 after:rounded-card"
          label={name}
        />
      ) : (
        name
      )}
    </p>
    <p className="min-h-7 font-bold font-display text-xl tabular-nums leading-tight sm:text-[22px]">
      {figure === '' ? <FigurePlace /> : figure}
    </p>
    <p className="min-h-5 truncate text-muted text-sm">{text}</p>
  </li>
);
