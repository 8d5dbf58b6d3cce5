import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Opportunity } from '../../../shared/automation';
import { OpenCart } from './open-cart';

type RowLinkProps = { type: string; id: number; look: string; children: ReactNode };

/** The way to the screen of a row; its words alone where there is none. */
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

/** What is pressed for each subject that is a row with a screen of its own. */
const ROWS: Partial<Record<Opportunity['subjectType'], string>> = {
  client: 'Open client',
  booking: 'Open booking',
  quote: 'Open quote',
  order: 'Open order',
  'work-order': 'Open work order',
};

type SubjectLinkProps = { opportunity: Pick<Opportunity, 'kind' | 'subjectType' | 'subjectId' | 'title'>; look: string };

/** The way to what an opportunity is about. */
export function SubjectLink({ opportunity: { kind, subjectType, subjectId, title }, look }: SubjectLinkProps) {
  const about = <span className="sr-only"> of {title}</span>;
  const label = ROWS[subjectType];
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
  // Demand is told by service and by area; who lives in a town are the clients there.
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

/** The way to a row that an opportunity rests on, with its text; the text alone where there is no screen of it. */
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
