import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import type { ClientMessage } from '../../../shared/conversations';
import type { PortalHome } from '../../../shared/portal-schemas';
import { formatTime } from '../../../shared/staff-times';
import { businessDay, formatDate } from '../../../shared/time';
import { trpc } from '../../trpc';
import { LoadMore } from '../../ui/load-more';
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
  const end = useRef<HTMLDivElement>(null);
  const newest = rows.at(-1)?.id;
  // Scrolls the browser's window to the newest message, above the form. jsdom has no such function.
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [newest]);
  return (
    <>
      <Title>Messages</Title>
      <div className="grid gap-4 rounded-card border border-line bg-paper p-4 shadow-card sm:p-6">
        {rows.length === 0 ? (
          <p className="text-muted">Nothing is written yet. Ask us anything: we answer here and by e-mail.</p>
        ) : (
          <>
            <LoadMore list={list} label="Show older messages" />
            <ul aria-label="Conversation" className="grid gap-3">
              {rows.map((message) => (
                <Message key={message.id} message={message} />
              ))}
            </ul>
          </>
        )}
        <div ref={end} className="scroll-mb-24">
          <MessageForm />
        </div>
      </div>
    </>
  );
}

/** Marks the messages of the office as read while they are shown. */
function useMarkRead(initial: PortalHome, rows: readonly ClientMessage[]): void {
  const { unread } = useHome(initial);
  const { mutate } = trpc.portal.markRead.useMutation();
  const isNew = unread > 0 || rows.some(({ from, readAt }) => from === 'office' && readAt === null);
  // Reports to the server what the client sees.
  useEffect(() => {
    if (isNew) mutate();
  }, [isNew, mutate]);
}

function Message({ message: { from, text, at, readAt } }: { message: ClientMessage }) {
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
      {(getMessage) => (
        <Field label="Your message" error={getMessage('text', 'Please write a message.')}>
          {(control) => <textarea {...control} name="text" rows={3} maxLength={4000} />}
        </Field>
      )}
    </CallForm>
  );
}
