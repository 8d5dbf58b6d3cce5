import { PageTitle } from '../../ui/page-title';
import { Outbox, type OutboxProps } from './outbox';

export const MessagesScreen = (props: OutboxProps) => (
  <>
    <header>
      <PageTitle>Messages</PageTitle>
      <p className="mt-1 text-muted">Messages to clients, to the team and to you, and whether the mail server accepted them.</p>
    </header>
    <Outbox {...props} />
  </>
);
