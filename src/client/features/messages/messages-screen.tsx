import { PageTitle } from '../../ui/page-title';
import { Outbox, type OutboxProps } from './outbox';

export const MessagesScreen = (props: OutboxProps) => (
  <>
    <header>
      <PageTitle>Messages</PageTitle>
      <p className="mt-1 text-muted">What was written to clients, to the team and to you, and whether it arrived at the mail server.</p>
    </header>
    <Outbox {...props} />
  </>
);
