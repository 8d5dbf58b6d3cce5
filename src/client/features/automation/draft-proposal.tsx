import type { Opportunity } from '../../../shared/automation';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { showToast } from '../../ui/toast/toast-store';

type DraftProposalProps = { opportunity: Opportunity; look: string };

/** The kinds that have somebody to write to; the others' messages the workers write themselves. */
const WRITTEN_TO: readonly string[] = ['partnership', 'corporate_contract', 'strategic_alliance'];
/** Of them we have a name and no address. */
const NOBODY: readonly string[] = ['supplier', 'company'];

/** Writes a message for such an opportunity, which then waits for approval; nothing for any other kind. */
export function DraftProposal({ opportunity: { id, kind, subjectType, title, status, messageId }, look }: DraftProposalProps) {
  const draft = trpc.automation.draftProposal.useMutation({
    meta: { failure: 'Failed to draft the message. Please try again.' },
    onSuccess: () => showToast({ title: 'Message Drafted', description: 'It waits for your approval among the drafts.' }),
  });
  const isOpen = status === 'open' || status === 'drafted' || status === 'contacted';
  if (!isOpen || messageId !== null || !WRITTEN_TO.includes(kind) || NOBODY.includes(subjectType)) return null;
  return (
    <ActionButton
      look={look}
      label="Draft Message"
      about={title}
      busy="Writing..."
      isPending={draft.isPending}
      onPress={() => draft.mutate({ id })}
    />
  );
}
