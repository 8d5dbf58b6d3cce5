import { clsx } from 'clsx';
import type { Message } from '../../../shared/messages';
import { showDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Chip, type Tone } from '../../ui/chip';
import { LoadMore } from '../../ui/load-more';
import { PageTitle } from '../../ui/page-title';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';

const TONES: Record<Message['status'], Tone> = {
  draft: 'quiet',
  queued: 'waiting',
  sent: 'good',
  stored: 'quiet',
  failed: 'bad',
  suppressed: 'quiet',
  cancelled: 'quiet',
};
const PAGE = 30;

/** Every message the house wrote, newest first, with what became of it. */
export function MessagesScreen() {
  const list = trpc.mail.list.useInfiniteQuery({ limit: PAGE }, { getNextPageParam: (page) => page.nextCursor ?? undefined });
  const messages = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const hasMailServer = list.data?.pages[0]?.hasMailServer ?? true;
  return (
    <>
      <header>
        <PageTitle>Messages</PageTitle>
        <p className="mt-1 text-muted">What was written to visitors and to you, and whether it arrived at the mail server.</p>
      </header>
      {!hasMailServer && (
        <p className="max-w-[70ch] rounded-card border border-line bg-amber-100 px-5 py-4">
          No mail server is set up, so messages are kept here and not sent. Set <code>SMTP_URL</code> and start Tidyline again to send them.
        </p>
      )}
      {list.isPending && <ListSkeleton label="Loading messages..." />}
      {list.isError && <ErrorState text="The messages could not be loaded." onRetry={() => void list.refetch()} />}
      {list.isSuccess && messages.length === 0 && (
        <EmptyState title="No messages yet" text="The first ones are written when a visitor asks for a quote." />
      )}
      {messages.length > 0 && (
        <ul className="grid gap-3">
          {messages.map((message) => (
            <MessageCard key={message.id} message={message} canSend={hasMailServer} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </>
  );
}

function MessageCard({ message, canSend }: { message: Message; canSend: boolean }) {
  const retry = trpc.mail.retry.useMutation({
    meta: { failure: 'Failed to send the message. Please try again.' },
    onSuccess: () => showToast({ title: 'Message Queued', description: 'It will be sent in a moment.' }),
  });
  const isWaiting = message.status === 'failed' || message.status === 'stored';
  return (
    <li className="rounded-card border border-line bg-paper p-5">
      <details>
        <summary className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold [overflow-wrap:anywhere]">{message.subject}</span>
          <Chip tone={TONES[message.status]}>{message.status}</Chip>
          <span className="w-full text-muted text-sm [overflow-wrap:anywhere]">
            to {message.to} · <time dateTime={message.createdAt}>{showDateTime(message.createdAt)}</time>
            {message.sentAt && ` · sent ${showDateTime(message.sentAt)}`}
          </span>
        </summary>
        <pre className="mt-3 whitespace-pre-wrap rounded-small bg-sage-50 p-4 font-text text-[15px] [overflow-wrap:anywhere]">
          {message.body}
        </pre>
      </details>
      {message.lastError && (
        <p
          className={clsx('mt-2 text-sm [overflow-wrap:anywhere]', message.status === 'failed' ? 'text-red-600' : 'text-muted')}
        >{`Tried ${message.attempts} times: ${message.lastError}`}</p>
      )}
      {isWaiting && canSend && (
        <button type="button" className="button-ghost mt-3" disabled={retry.isPending} onClick={() => retry.mutate({ id: message.id })}>
          {message.status === 'failed' ? 'Send again' : 'Send now'}
          <span className="sr-only">, {message.subject}</span>
        </button>
      )}
    </li>
  );
}
