import type { Opportunity } from '../../../shared/automation-schemas';
import { trpc } from '../../trpc';
import { MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';

type DraftProposalProps = { opportunity: Opportunity; look: string };

/** The kinds with a proposal; the workers draft the messages of all other kinds themselves. */
const PROPOSAL_KINDS: readonly string[] = ['partnership', 'corporate_contract', 'strategic_alliance'];
/** Subjects that are known by name only, without an e-mail address. */
const NO_ADDRESS: readonly string[] = ['supplier', 'company'];

export function DraftProposal({ opportunity: { id, kind, subjectType, title, status, messageId }, look }: DraftProposalProps) {
  const draft = trpc.automation.draftProposal.useMutation({
    meta: { failure: 'Failed to draft the message. Please try again.' },
    onSuccess: () => showToast({ title: 'Message Drafted', description: 'Find it under drafts to approve.' }),
  });
  const isOpen = status === 'open' || status === 'drafted' || status === 'contacted';
  if (!isOpen || messageId !== null || !PROPOSAL_KINDS.includes(kind) || NO_ADDRESS.includes(subjectType)) return null;
  return <MutationButton look={look} label="Draft Message" about={title} busy="Writing..." call={draft} input={{ id }} />;
}
