import { ScreenHeader } from '../../ui/screen-header';
import { Outbox, type OutboxProps } from './outbox';

export const MessagesScreen = (props: OutboxProps) => (
  <>
    <ScreenHeader title="Messages" text="Messages to clients, to the team and to you, and whether the mail server accepted them." />
    <Outbox {...props} />
  </>
);
