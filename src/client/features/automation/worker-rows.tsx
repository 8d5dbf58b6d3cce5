import { Link } from '@tanstack/react-router';
import type { WorkerKey } from '../../../shared/automation-words';

type WorkerRowsProps = { workerKey: WorkerKey; label: string; look: string };

/** The way to the rows that a worker makes. */
export function WorkerRows({ workerKey, label, look }: WorkerRowsProps) {
  const about = <span className="sr-only"> of {label}</span>;
  switch (workerKey) {
    case 'lead-generation':
    case 'engagement':
      return (
        <Link to="/ai-dashboard" search={{ found: workerKey }} hash="opportunities" className={look}>
          Its rows{about}
        </Link>
      );
    case 'market-analysis':
      return (
        <Link to="/ai-dashboard" hash="demand" className={look}>
          Its rows{about}
        </Link>
      );
    case 'quote-optimisation':
      return (
        <Link to="/admin" search={{ status: 'pending' }} hash="quotes" className={look}>
          Its rows{about}
        </Link>
      );
    case 'social-content':
      return (
        <Link to="/social-media" search={{ tab: 'schedule' }} className={look}>
          Its rows{about}
        </Link>
      );
    case 'competitor-analysis':
      return (
        <Link to="/canaan-dashboard" hash="competitors" className={look}>
          Its rows{about}
        </Link>
      );
    default:
      return (
        <Link to="/canaan-dashboard" search={{ found: workerKey }} hash="opportunities" className={look}>
          Its rows{about}
        </Link>
      );
  }
}
