import type { ReactNode } from 'react';
import type { Opportunity } from '../../../shared/automation-schemas';
import { ScreenLink } from '../../ui/button';
import { OpenCart } from './open-cart';

type RowLinkProps = { type: string; id: number; look: string; children: ReactNode };

function RowLink({ type, id, look, children }: RowLinkProps) {
  switch (type) {
    case 'client':
      return <ScreenLink to="/clients" search={{ client: id }} look={look} label={children} />;
    case 'booking':
      return <ScreenLink to="/bookings" search={{ booking: id }} look={look} label={children} />;
    case 'quote':
      return <ScreenLink to="/admin" search={{ quote: id }} hash="quotes" look={look} label={children} />;
    case 'order':
      return <ScreenLink to="/orders" search={{ order: id }} look={look} label={children} />;
    case 'work-order':
      return <ScreenLink to="/team" search={{ order: id }} look={look} label={children} />;
    case 'invoice':
      return <ScreenLink to="/invoices" search={{ invoice: id }} look={look} label={children} />;
    case 'product':
      return <ScreenLink to="/inventory-accounting" search={{ tab: 'products', product: id }} look={look} label={children} />;
    default:
      return children;
  }
}

const LABELS: Partial<Record<Opportunity['subjectType'], string>> = {
  client: 'Open client',
  booking: 'Open booking',
  quote: 'Open quote',
  order: 'Open order',
  'work-order': 'Open work order',
};

type SubjectLinkProps = { opportunity: Pick<Opportunity, 'kind' | 'subjectType' | 'subjectId' | 'title'>; look: string };

export function SubjectLink({ opportunity: { kind, subjectType, subjectId, title }, look }: SubjectLinkProps) {
  const withTitle = (words: string) => (
    <>
      {words}
      <span className="sr-only"> of {title}</span>
    </>
  );
  const label = LABELS[subjectType];
  if (label)
    return (
      <RowLink type={subjectType} id={Number(subjectId)} look={look}>
        {withTitle(label)}
      </RowLink>
    );
  if (subjectType === 'cart') return <OpenCart id={subjectId} title={title} look={look} />;
  if (subjectType === 'supplier')
    return (
      <ScreenLink
        to="/inventory-accounting"
        search={{ tab: 'products', search: subjectId }}
        look={look}
        label={withTitle('Open products')}
      />
    );
  // The charts show demand by service and area; a town links to the clients who live there.
  if (kind === 'insight' || subjectType === 'service' || subjectType === 'area')
    return <ScreenLink to="/ai-dashboard" hash="demand" look={look} label={withTitle('Open demand')} />;
  return <ScreenLink to="/clients" search={{ q: subjectId }} look={look} label={withTitle('Open clients')} />;
}

export function EvidenceLink({ type, id, text }: Opportunity['evidence'][number]) {
  const look = 'inline-flex items-center underline underline-offset-4 hover:text-ink max-lg:min-h-11 lg:min-h-6';
  if (type === 'demand') return <ScreenLink to="/ai-dashboard" hash="demand" look={look} label={text} />;
  const row = Number(id);
  if (!Number.isSafeInteger(row) || row < 1) return text;
  return (
    <RowLink type={type} id={row} look={look}>
      {text}
    </RowLink>
  );
}
