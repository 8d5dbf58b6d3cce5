import { useState } from 'react';
import { KIND_NAMES, OPPORTUNITY_TRANSITIONS, type OpportunityKind, type OpportunityStatus } from '../../../shared/automation';
import type { Opportunity } from '../../../shared/automation-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { Chip, type Tone } from '../../ui/chip';
import { CollapsedList } from '../../ui/collapsed-list';
import { FilterPills } from '../../ui/filter-pills';
import { CallButton } from '../../ui/mutation-button';
import { PAGED } from '../../ui/paged-list';
import { Section } from '../../ui/panel';
import { ReasonDialog } from '../../ui/reason-dialog';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import type { AutomationSearch, OpportunityView } from './automation-search';
import { EvidenceLink, SubjectLink } from './subject-link';

export type KindGroup = { key: string; label: string; kinds: readonly [OpportunityKind, ...OpportunityKind[]] };

const PAGE = 20;
const VIEWS: readonly { value: OpportunityView | undefined; label: string }[] = [
  { value: undefined, label: 'To do' },
  { value: 'contacted', label: 'Contacted' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
  { value: 'dismissed', label: 'Dismissed' },
  { value: 'expired', label: 'Expired' },
  { value: 'all', label: 'All' },
];

type OpportunityListProps = {
  groups: readonly KindGroup[];
  emptyText: string;
  search: AutomationSearch;
  onSearch: (search: AutomationSearch) => void;
  refetch: { refetchInterval: number | false };
};

export function OpportunityList({ groups, emptyText, search, onSearch, refetch }: OpportunityListProps) {
  const group = groups.find(({ key }) => key === search.found);
  const kinds = [...(group ? group.kinds : groups.flatMap((one) => one.kinds))];
  const list = trpc.automation.listOpportunities.useInfiniteQuery(
    { kinds, view: search.view ?? 'live', limit: PAGE },
    { ...refetch, ...PAGED },
  );
  return (
    <Section id="opportunities" title="Opportunities">
      <div className="grid gap-2">
        <FilterPills
          legend="Found by"
          filters={[
            { value: undefined as string | undefined, label: 'All kinds' },
            ...groups.map(({ key, label }) => ({ value: key as string | undefined, label })),
          ]}
          value={group?.key}
          onFilter={(found) => onSearch({ ...search, found })}
        />
        <FilterPills legend="Status" filters={VIEWS} value={search.view} onFilter={(view) => onSearch({ ...search, view })} />
      </div>
      <CollapsedList
        list={list}
        loading="Loading opportunities..."
        failed="The opportunities could not be loaded."
        empty={
          <EmptyState
            title={search.view ? 'No opportunities with this status' : "You're all caught up"}
            text={search.view ? 'Choose another status above.' : emptyText}
          />
        }
        about="opportunities"
      >
        {(opportunity) => <OpportunityRow key={opportunity.id} opportunity={opportunity} />}
      </CollapsedList>
    </Section>
  );
}

const STATES: Record<OpportunityStatus, readonly [tone: Tone, word: string]> = {
  open: ['waiting', 'Open'],
  drafted: ['active', 'Draft to approve'],
  contacted: ['active', 'Contacted'],
  won: ['good', 'Won'],
  lost: ['quiet', 'Lost'],
  dismissed: ['quiet', 'Dismissed'],
  expired: ['quiet', 'Expired'],
};
const BUTTON = 'button-ghost max-lg:min-h-11 lg:min-h-9 lg:py-1.5 lg:text-[15px]';
/** The buttons for the statuses that a person may set; losing and dismissing ask for a reason. */
const ACTIONS: readonly (readonly [status: OpportunityStatus, label: string])[] = [
  ['contacted', 'Mark Contacted'],
  ['won', 'Won'],
  ['lost', 'Lost'],
  ['dismissed', 'Dismiss'],
  ['open', 'Open Again'],
];

function OpportunityRow({ opportunity }: { opportunity: Opportunity }) {
  const { kind, title, reason, evidence, value, valueBasis, callOnly, status, closedReason, createdAt, score } = opportunity;
  const [tone, word] = STATES[status];
  return (
    <li className="grid gap-3 rounded-card border border-line bg-paper p-4 sm:px-5">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <Chip tone={tone}>{word}</Chip>
          <span>{KIND_NAMES[kind]}</span>
          <span className="tabular-nums">score {score} of 100</span>
          <time dateTime={createdAt}>found {formatTimestamp(createdAt)}</time>
        </p>
        <h3 className="font-semibold text-[17px] [overflow-wrap:anywhere]">{title}</h3>
        <p className="[overflow-wrap:anywhere]">{reason}</p>
        {callOnly && <p className="font-medium text-amber-700">{callOnly}</p>}
        {value !== null && (
          <p className="text-muted text-sm">
            Value <span className="font-semibold text-ink tabular-nums">{formatPrice(value)}</span>: {valueBasis}
          </p>
        )}
        {closedReason && <p className="text-muted text-sm [overflow-wrap:anywhere]">Reason: {closedReason}</p>}
      </div>
      {evidence.length > 0 && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium underline underline-offset-4 lg:min-h-9">
            Evidence ({evidence.length})
          </summary>
          <ul className="mt-1 grid list-disc gap-0.5 pl-5 text-muted">
            {evidence.map((fact) => (
              <li key={`${fact.type} ${fact.id} ${fact.text}`} className="[overflow-wrap:anywhere]">
                <EvidenceLink {...fact} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Actions opportunity={opportunity} />
    </li>
  );
}

function Actions({ opportunity }: { opportunity: Opportunity }) {
  const { id, title, status } = opportunity;
  const [asked, setAsked] = useState<'lost' | 'dismissed' | undefined>();
  const change = trpc.automation.setOpportunityStatus.useMutation({
    meta: { failure: 'Failed to update the opportunity. Please try again.' },
    onSuccess: ({ status: now }) => {
      setAsked(undefined);
      showToast({ title: 'Opportunity Updated', description: `${title} is ${now}.` });
    },
  });
  const press = (next: OpportunityStatus) =>
    next === 'lost' || next === 'dismissed' ? setAsked(next) : change.mutate({ id, status: next });
  return (
    <div className="flex flex-wrap gap-2">
      <SubjectLink opportunity={opportunity} look={BUTTON} />
      <DraftProposal opportunity={opportunity} />
      {ACTIONS.filter(([next]) => OPPORTUNITY_TRANSITIONS[status].includes(next)).map(([next, label]) => (
        <ActionButton
          key={next}
          look={BUTTON}
          label={label}
          about={title}
          isPending={change.isPending && change.variables?.status === next}
          onPress={() => press(next)}
        />
      ))}
      <ReasonDialog
        isOpen={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={asked === 'lost' ? 'Mark as lost?' : 'Dismiss this opportunity?'}
        text={`${title}. Its draft message will be discarded. You can open it again later.`}
        submit={asked === 'lost' ? 'Mark as Lost' : 'Dismiss'}
        cancel="Keep It"
        isPending={change.isPending}
        error={change.error}
        onSubmit={(reason) => asked && change.mutate({ id, status: asked, reason })}
      />
    </div>
  );
}

/** The kinds with a proposal; the workers draft the messages of all other kinds themselves. */
const PROPOSAL_KINDS: readonly string[] = ['partnership', 'corporate_contract', 'strategic_alliance'];
/** Subjects that are known by name only, without an e-mail address. */
const NO_ADDRESS: readonly string[] = ['supplier', 'company'];

function DraftProposal({ opportunity: { id, kind, subjectType, title, status, messageId } }: { opportunity: Opportunity }) {
  const draft = trpc.automation.draftProposal.useMutation({
    meta: { failure: 'Failed to draft the message. Please try again.' },
    onSuccess: () => showToast({ title: 'Message Drafted', description: 'Find it under drafts to approve.' }),
  });
  const isOpen = status === 'open' || status === 'drafted' || status === 'contacted';
  if (!isOpen || messageId !== null || !PROPOSAL_KINDS.includes(kind) || NO_ADDRESS.includes(subjectType)) return null;
  return <CallButton look={BUTTON} label="Draft Message" about={title} busy="Writing..." call={draft} input={{ id }} />;
}
