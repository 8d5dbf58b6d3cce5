import { Link } from '@tanstack/react-router';
import type { Opportunity } from '../../../shared/automation';

type SubjectLinkProps = { opportunity: Pick<Opportunity, 'subjectType' | 'subjectId' | 'title'>; look: string };

/** The way to what an opportunity is about; nothing where there is no screen of it. */
export function SubjectLink({ opportunity: { subjectType, subjectId, title }, look }: SubjectLinkProps) {
  const id = Number(subjectId);
  const about = <span className="sr-only"> of {title}</span>;
  switch (subjectType) {
    case 'client':
      return (
        <Link to="/clients" search={{ client: id }} className={look}>
          Open client{about}
        </Link>
      );
    case 'booking':
      return (
        <Link to="/bookings" search={{ booking: id }} className={look}>
          Open booking{about}
        </Link>
      );
    case 'quote':
      return (
        <Link to="/admin" className={look}>
          Open quotes{about}
        </Link>
      );
    case 'supplier':
      return (
        <Link to="/inventory-accounting" search={{ tab: 'products', search: subjectId }} className={look}>
          Open products{about}
        </Link>
      );
    case 'domain':
    case 'company':
    case 'town':
      return (
        <Link to="/clients" search={{ q: subjectId }} className={look}>
          Open clients{about}
        </Link>
      );
    default:
      return null;
  }
}

/** The way to a row that an opportunity rests on, with its text; the text alone where there is no screen of it. */
export function EvidenceLink({ type, id, text }: Opportunity['evidence'][number]) {
  const row = Number(id);
  const look = 'underline underline-offset-4 hover:text-ink';
  if (!Number.isSafeInteger(row)) return text;
  switch (type) {
    case 'client':
      return (
        <Link to="/clients" search={{ client: row }} className={look}>
          {text}
        </Link>
      );
    case 'booking':
      return (
        <Link to="/bookings" search={{ booking: row }} className={look}>
          {text}
        </Link>
      );
    case 'work-order':
      return (
        <Link to="/team" search={{ order: row }} className={look}>
          {text}
        </Link>
      );
    case 'invoice':
      return (
        <Link to="/invoices" search={{ invoice: row }} className={look}>
          {text}
        </Link>
      );
    default:
      return text;
  }
}
