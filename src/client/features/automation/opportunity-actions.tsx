import { OPPORTUNITY_TRANSITIONS, type OpportunityStatus } from '../../../shared/automation';
import type { Opportunity } from '../../../shared/automation-schemas';
import { trpc } from '../../trpc';
import { Chip, type Tone } from '../../ui/chip';
import { MutationButton } from '../../ui/mutation-button';
import { SubjectLink } from './subject-link';

type OpportunityProps = { opportunity: Opportunity };

const STATES: Record<OpportunityStatus, readonly [tone: Tone, word: string]> = {
  open: ['waiting', 'Open'],
  drafted: ['active', 'Draft to approve'],
  contacted: ['active', 'Contacted'],
  won: ['good', 'Won'],
  lost: ['quiet', 'Lost'],
  dismissed: ['quiet', 'Dismissed'],
  expired: ['quiet', 'Expired'],
};

export function StatusChip({ opportunity: { status } }: OpportunityProps) {
  const [tone, word] = STATES[status];
  return <Chip tone={tone}>{word}</Chip>;
}

type Step = Exclude<OpportunityStatus, 'drafted' | 'expired'>;
/** The buttons for the statuses that a person may set. */
const STEPS: Record<Step, string> = { contacted: 'Mark Contacted', won: 'Won', lost: 'Lost', dismissed: 'Dismiss', open: 'Open Again' };
/** The question and its button for a status that needs a reason. */
const REASONS: Partial<Record<Step, { title: string; submit: string }>> = {
  lost: { title: 'Mark as lost?', submit: 'Mark as Lost' },
  dismissed: { title: 'Dismiss this opportunity?', submit: 'Dismiss' },
};

type SetStatusProps = OpportunityProps & { to: Step; look?: string };

export function SetStatus({ opportunity: { id, title, status: now }, to: status, look = 'button-ghost' }: SetStatusProps) {
  if (!OPPORTUNITY_TRANSITIONS[now].includes(status)) return null;
  const asked = REASONS[status];
  const text = `${title}. Its draft message will be discarded. You can open it again later.`;
  return (
    <MutationButton
      look={look}
      label={STEPS[status]}
      about={title}
      procedure={trpc.automation.setOpportunityStatus}
      failure="Failed to update the opportunity. Please try again."
      done={{ title: 'Opportunity Updated', description: `${title} is ${status}.` }}
      {...(asked
        ? { reason: { ...asked, text, cancel: 'Keep It', input: (reason: string) => ({ id, status, reason }) } }
        : { input: { id, status } })}
    />
  );
}

/** Shows all that can be done with an opportunity. */
export const OpportunityActions = ({ opportunity }: OpportunityProps) => (
  <>
    <SubjectLink opportunity={opportunity} look="button-ghost" />
    <DraftProposal opportunity={opportunity} />
    {(Object.keys(STEPS) as Step[]).map((step) => (
      <SetStatus key={step} opportunity={opportunity} to={step} />
    ))}
  </>
);

/** The kinds with a proposal; the workers draft the messages of all other kinds themselves. */
const PROPOSAL_KINDS: readonly string[] = ['partnership', 'corporate_contract', 'strategic_alliance'];
/** Subjects that are known by name only, without an e-mail address. */
const NO_ADDRESS: readonly string[] = ['supplier', 'company'];

function DraftProposal({ opportunity: { id, kind, subjectType, title, status, messageId } }: OpportunityProps) {
  const isOpen = status === 'open' || status === 'drafted' || status === 'contacted';
  if (!isOpen || messageId !== null || !PROPOSAL_KINDS.includes(kind) || NO_ADDRESS.includes(subjectType)) return null;
  return (
    <MutationButton
      label="Draft Message"
      about={title}
      busy="Writing..."
      procedure={trpc.automation.draftProposal}
      input={{ id }}
      failure="Failed to draft the message. Please try again."
      done={{ title: 'Message Drafted', description: 'Find it under drafts to approve.' }}
    />
  );
}
