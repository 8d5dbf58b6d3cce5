import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Opportunity } from '../../../shared/automation-schemas';
import { OpenCart } from './open-cart';

type RowLinkProps = { type: string; id: number; look: string; children: ReactNode };

function RowLink({ type, id, look, children }: RowLinkProps) {
  switch (type) {
    case 'client':
      return (
        <Link to="/clients" search={{ client: id }} className={look}>
          {children}
        </Link>
      );
    case 'booking':
      return (
        <Link to="/bookings" search={{ booking: id }} className={look}>
          {children}
        </Link>
      );
    case 'quote':
      return (
        <Link to="/admin" search={{ quote: id }} hash="quotes" className={look}>
          {children}
        </Link>
      );
    case 'order':
      return (
        <Link to="/orders" search={{ order: id }} className={look}>
          {children}
        </Link>
      );
    case 'work-order':
      return (
        <Link to="/team" search={{ order: id }} className={look}>
          {children}
        </Link>
      );
    case 'invoice':
      return (
        <Link to="/invoices" search={{ invoice: id }} className={look}>
          {children}
        </Link>
      );
    case 'product':
      return (
        <Link to="/inventory-accounting" search={{ tab: 'products', product: id }} className={look}>
          {children}
        </Link>
      );
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
  const about = <span className="sr-only"> of {title}</span>;
  const label = LABELS[subjectType];
  if (label)
    return (
      <RowLink type={subjectType} id={Number(subjectId)} look={look}>
        {label}
        {about}
      </RowLink>
    );
  if (subjectType === 'cart') return <OpenCart id={subjectId} title={title} look={look} />;
  if (subjectType === 'supplier')
    return (
      <Link to="/inventory-accounting" search={{ tab: 'products', search: subjectId }} className={look}>
        Open products{about}
      </Link>
    );
  // The charts show demand by service and area; a town links to the clients who live there.
  if (kind === 'insight' || subjectType === 'service' || subjectType === 'area')
    return (
      <Link to="/ai-dashboard" hash="demand" className={look}>
        Open demand{about}
      </Link>
    );
  return (
    <Link to="/clients" search={{ q: subjectId }} className={look}>
      Open clients{about}
    </Link>
  );
}

export function EvidenceLink({ type, id, text }: Opportunity['evidence'][number]) {
  const look = 'inline-flex items-center underline underline-offset-4 hover:text-ink max-lg:min-h-11 lg:min-h-6';
  if (type === 'demand')
    return (
      <Link to="/ai-dashboard" hash="demand" className={look}>
        {text}
      </Link>
    );
  const row = Number(id);
  if (!Number.isSafeInteger(row) || row < 1) return text;
  return (
    <RowLink type={type} id={row} look={look}>
      {text}
    </RowLink>
  );
}
