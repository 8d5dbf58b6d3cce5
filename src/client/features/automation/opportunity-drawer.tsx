import { KIND_NAMES } from '../../../shared/automation';
import type { Opportunity } from '../../../shared/automation-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { OpportunityActions, StatusChip } from './opportunity-actions';
import { EvidenceLink } from './subject-link';

export function OpportunityDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const opportunity = trpc.automation.getOpportunity.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={opportunity}
      title={(data) => data?.title ?? 'Opportunity'}
      chips={(data) => <StatusChip opportunity={data} />}
      footer={(data) => <OpportunityActions opportunity={data} />}
      onClose={onClose}
      loading="Loading the opportunity..."
      failed="The opportunity could not be loaded."
      missing={<EmptyState title="No such opportunity" text="The link was mistyped." action="Show All Opportunities" onAction={onClose} />}
    >
      {(data) => <Details opportunity={data} />}
    </RecordDrawer>
  );
}

const Details = ({ opportunity }: { opportunity: Opportunity }) => {
  const { kind, reason, evidence, value, valueBasis, callOnly, closedReason, createdAt, score } = opportunity;
  return (
    <>
      <p className="[overflow-wrap:anywhere]">{reason}</p>
      {callOnly && <p className="font-medium text-amber-700">{callOnly}</p>}
      <Facts
        facts={[
          ['Kind', KIND_NAMES[kind]],
          ['Score', `${score} of 100`],
          [
            'Found',
            <time key="found" dateTime={createdAt}>
              {formatTimestamp(createdAt)}
            </time>,
          ],
          ['Value', value !== null && formatPrice(value)],
          ['Basis of the value', value !== null && valueBasis],
          ['Reason', closedReason],
        ]}
      />
      {evidence.length > 0 && (
        <Panel title="Evidence">
          <ul className="grid list-disc gap-1 pl-5">
            {evidence.map((fact) => (
              <li key={`${fact.type} ${fact.id} ${fact.text}`} className="[overflow-wrap:anywhere]">
                <EvidenceLink {...fact} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
};
