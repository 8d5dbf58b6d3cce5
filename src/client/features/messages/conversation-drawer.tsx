import { clsx } from 'clsx';
import { useEffect } from 'react';
import { type ClientMessage, messageToClient } from '../../../shared/conversations';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { ContactLinks } from '../../ui/contact-links';
import { TextField, useSchemaForm } from '../../ui/form';
import { LoadMore } from '../../ui/load-more';
import { loadTogether } from '../../ui/loaded';
import { useAction } from '../../ui/mutation-button';
import { getRows, ListStates, PAGED, type PagedQuery } from '../../ui/paged-list';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';

const PAGE = 30;

/** Shows the messages of a client and lets the office answer. */
export function ConversationDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const client = trpc.clients.get.useQuery({ id });
  const messages = trpc.conversations.get.useInfiniteQuery({ clientId: id, limit: PAGE }, PAGED);
  return (
    <RecordDrawer
      id={id}
      query={loadTogether(client, messages)}
      title={(data) => data?.name ?? 'Conversation'}
      action={() => <ScreenLink to="/clients" search={{ client: id }} look="button-ghost lg:min-h-9" label="Open client" />}
      onClose={onClose}
      loading="Loading the conversation..."
      failed="The conversation could not be loaded."
      missing={<EmptyState title="No such client" text="The link may be mistyped." action="Show All Conversations" onAction={onClose} />}
    >
      {({ name, email, phone }) => (
        <>
          <ContactLinks email={email} phone={phone} />
          <Thread list={messages} clientId={id} name={name} />
          <AnswerForm clientId={id} canMail={email !== null} />
        </>
      )}
    </RecordDrawer>
  );
}

type ThreadProps = { list: PagedQuery<ClientMessage>; clientId: number; name: string };

function Thread({ list, clientId, name }: ThreadProps) {
  const { mutate: markRead } = trpc.conversations.markRead.useMutation();
  const messages = getRows(list).toReversed();
  const isUnread = messages.some(({ from, readAt }) => from === 'client' && readAt === null);
  // Marks what is on the screen as read on the server.
  useEffect(() => {
    if (isUnread) markRead({ clientId });
  }, [isUnread, clientId, markRead]);
  return (
    <>
      <ListStates
        list={list}
        loading="Loading messages..."
        failed="The messages could not be loaded."
        empty={<p className="text-muted">No messages yet.</p>}
      />
      <div className="grid empty:hidden">
        <LoadMore list={list} label="Show older messages" />
      </div>
      <ol aria-label="Messages" className="grid gap-3 empty:hidden">
        {messages.map((message) => (
          <Bubble key={message.id} message={message} name={name} />
        ))}
      </ol>
    </>
  );
}

const Bubble = ({ message: { from, text, at, readAt }, name }: { message: ClientMessage; name: string }) => (
  <li
    className={clsx(
      'grid max-w-[85%] gap-1 rounded-card px-3.5 py-2.5',
      from === 'office' ? 'justify-self-end bg-sage-100' : 'justify-self-start border border-line bg-paper',
    )}
  >
    <p className="whitespace-pre-wrap text-[15px] [overflow-wrap:anywhere]">{text}</p>
    <p className="text-muted text-xs">
      {from === 'office' ? 'You' : name}, <time dateTime={at}>{formatTimestamp(at)}</time>
      {from === 'office' && (readAt ? ', read' : ', not read yet')}
    </p>
  </li>
);

const answer = messageToClient.omit({ clientId: true });

function AnswerForm({ clientId, canMail }: { clientId: number; canMail: boolean }) {
  const form = useSchemaForm(answer, { text: '' });
  const send = useAction({
    procedure: trpc.conversations.send,
    failure: 'Failed to send the message. Please try again.',
    done: {
      title: 'Message sent',
      description: canMail ? 'The client also gets it by e-mail.' : 'The client sees it on their page; they have no e-mail address.',
    },
    onDone: () => form.reset(),
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit(({ text }) => !send.isPending && send.mutate({ clientId, text }))}>
      <TextField form={form} name="text" label="Your message" isRequired rows={3} />
      <button type="submit" className="button-primary justify-self-end max-sm:w-full" aria-disabled={send.isPending}>
        {send.isPending ? 'Sending...' : 'Send message'}
      </button>
    </form>
  );
}
