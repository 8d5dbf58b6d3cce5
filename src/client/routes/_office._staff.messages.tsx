import { createFileRoute } from '@tanstack/react-router';
import { MessagesScreen } from '../features/messages/messages-screen';

export const Route = createFileRoute('/_office/_staff/messages')({
  head: () => ({ meta: [{ title: 'Messages' }] }),
  component: MessagesScreen,
});
