import { Link, linkOptions } from '@tanstack/react-router';
import type { WorkerKey } from '../../../shared/automation';

type WorkerRowsProps = { workerKey: WorkerKey; label: string; look: string };

const opportunitiesOf = (found: WorkerKey) => linkOptions({ to: '/canaan-dashboard', search: { found }, hash: 'opportunities' });
const ROWS = {
  'lead-generation': linkOptions({ to: '/ai-dashboard', search: { found: 'lead-generation' }, hash: 'opportunities' }),
  engagement: linkOptions({ to: '/ai-dashboard', search: { found: 'engagement' }, hash: 'opportunities' }),
  'quote-optimisation': linkOptions({ to: '/admin', search: { status: 'pending' }, hash: 'quotes' }),
  'social-content': linkOptions({ to: '/social-media', search: { tab: 'schedule' } }),
  'market-analysis': linkOptions({ to: '/ai-dashboard', hash: 'demand' }),
  partnerships: opportunitiesOf('partnerships'),
  contracts: opportunitiesOf('contracts'),
  expansion: opportunitiesOf('expansion'),
  alliances: opportunitiesOf('alliances'),
  'competitor-analysis': linkOptions({ to: '/canaan-dashboard', hash: 'competitors' }),
} as const satisfies Record<WorkerKey, object>;

export const WorkerRows = ({ workerKey, label, look }: WorkerRowsProps) => (
  <Link {...ROWS[workerKey]} className={look}>
    See results<span className="sr-only"> of {label}</span>
  </Link>
);
