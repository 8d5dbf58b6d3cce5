import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import type { PortalHome, PortalMessage } from '../../../shared/portal-schemas';
import { formatTime } from '../../../shared/staff-times';
import { businessDay, formatDate } from '../../../shared/time';
import { trpc } from '../../trpc';
import { getRows, PAGED } from '../../ui/paged-list';
import { useCompany } from '../../ui/public/company';
import { Field } from '../../ui/public/field';
import { CallForm } from './call-form';
import type { DataOf } from './load-portal';
import { Title } from './parts';
import { useHome } from './portal-frame';

/** Time after which an open conversation asks for new messages. */
const REFRESH_MS = 30_000;

/** Shows the conversation with the office, the newest message last, and a form below it. */
export function MessagesPage({ data }: { data: DataOf<'messages'> & { home: PortalHome } }) {
  const list = trpc.portal.messages.useInfiniteQuery(
    {},
    { ...PAGED, initialData: { pages: [data.messages], pageParams: [null] }, refetchInterval: REFRESH_MS },
  );
  const rows = [...getRows(list)].reverse();
  useMarkRead(data.home, rows);
  const end = useRef<HTMLElement>(null);
  const newest = rows.at(-1)?.id;
  // Scrolls the browser's view of the conversation to the newest message.
  useEffect(() => {
    if (newest !== undefined && end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [newest]);
  return (
    <>
      <Title>Messages</Title>
      <div className="grid gap-4 rounded-card border border-line bg-paper p-4 shadow-card sm:p-6">
        {rows.length === 0 ? (
          <p className="text-muted">Nothing is written yet. Ask us anything: we answer here and by e-mail.</p>
        ) : (
          <section
            ref={end}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard.
            tabIndex={0}
            aria-label="Conversation"
            className="grid max-h-[55vh] content-start max-sm:max-h-[36vh] gap-3 overflow-y-auto"
          >
            {list.hasNextPage && (
              <button
                type="button"
                className="button-ghost justify-self-center"
                aria-disabled={list.isFetchingNextPage}
                onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
              >
                {list.isFetchingNextPage ? 'Loading...' : 'Show older messages'}
              </button>
            )}
            <ul className="grid gap-3">
              {rows.map((message) => (
                <Message key={message.id} message={message} />
              ))}
            </ul>
          </section>
        )}
        <MessageForm />
      </div>
    </>
  );
}

/** Marks the messages of the office as read while they are shown. */
function useMarkRead(initial: PortalHome, rows: readonly PortalMessage[]): void {
  const { unread } = useHome(initial);
  const { mutate } = trpc.portal.markRead.useMutation();
  const isNew = unread > 0 || rows.some(({ from, readAt }) => from === 'office' && readAt === null);
  // Reports to the server what the client sees.
  useEffect(() => {
    if (isNew) mutate();
  }, [isNew, mutate]);
}

function Message({ message: { from, text, at, readAt } }: { message: PortalMessage }) {
  const { name } = useCompany();
  const isOwn = from === 'client';
  return (
    <li className={clsx('grid max-w-[85%] gap-1', isOwn ? 'justify-self-end' : 'justify-self-start')}>
      <p className="text-muted text-sm">
        {isOwn ? 'You' : name}, {formatDate(businessDay(at))}, {formatTime(at)}
        {isOwn && readAt !== null && ' · Read'}
      </p>
      <p
        className={clsx(
          'whitespace-pre-line rounded-card px-4 py-2.5 wrap-anywhere',
          isOwn ? 'bg-pine-900 text-white' : 'border border-line bg-sage-50',
        )}
      >
        {text}
      </p>
    </li>
  );
}

function MessageForm() {
  const send = trpc.portal.sendMessage.useMutation();
  return (
    <CallForm
      call={send}
      toInput={({ text = '' }) => ({ text })}
      failure="Your message could not be sent. It is kept here; please try again."
      submit="Send message"
      look="button-primary"
      isEmptied
    >
      {(messageOf) => (
        <Field label="Your message" error={messageOf('text', 'Please write a message.')}>
          {(control) => <textarea {...control} name="text" rows={3} maxLength={4000} />}
        </Field>
      )}
    </CallForm>
  );
}
