import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MessageStatus } from '../../../shared/message-statuses';
import type { Message } from '../../../shared/messages';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { CallButton } from '../../ui/mutation-button';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { DraftActions } from './draft-actions';

const STATES: Record<MessageStatus, readonly [tone: Tone, word: string]> = {
  draft: ['quiet', 'Draft'],
  queued: ['waiting', 'Waiting'],
  unknown: ['bad', 'May have been sent'],
  sent: ['good', 'Sent'],
  stored: ['quiet', 'Saved'],
  failed: ['bad', 'Failed'],
  suppressed: ['quiet', 'Suppressed'],
  cancelled: ['quiet', 'Cancelled'],
};
const SIZE = 'max-lg:min-h-11 lg:min-h-9 lg:py-1.5 lg:text-[15px]';
const BUTTON = `button-ghost ${SIZE}`;

export function MessageCard({ message, canSend }: { message: Message; canSend: boolean }) {
  const { id, subject, to, status, createdAt, sentAt, hasAttachments, marketing, approvedBy } = message;
  const [tone, word] = STATES[status];
  return (
    <li className="grid items-start gap-x-6 rounded-card border border-line bg-paper p-4 sm:px-5 lg:grid-cols-[minmax(0,1fr)_auto]">
      <details className="group min-w-0" open={status === 'draft'}>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
            <ChevronRight
              aria-hidden="true"
              className="-ml-1 mr-1 inline size-4 align-[-2px] text-muted group-open:rotate-90 motion-safe:transition-transform"
            />
            {subject}
          </span>
          <Chip tone={tone}>{word}</Chip>
          {marketing && <Chip tone="quiet">Marketing</Chip>}
          <span className="w-full text-muted text-sm [overflow-wrap:anywhere]">
            to {to} · <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>
            {sentAt && (
              <>
                {' · sent '}
                <time dateTime={sentAt}>{formatTimestamp(sentAt)}</time>
              </>
            )}
            {hasAttachments && ' · with attachment'}
            {approvedBy && ` · approved by ${approvedBy}`}
          </span>
        </summary>
        <pre className="mt-3 whitespace-pre-wrap rounded-small bg-sage-50 p-4 font-text text-[15px] [overflow-wrap:anywhere]">
          {message.body}
          {message.footer && <span className="mt-3 block border-line border-t pt-3 text-muted text-sm">{message.footer.trimEnd()}</span>}
        </pre>
      </details>
      <div className="flex flex-wrap gap-2 max-lg:order-last max-lg:mt-3">
        {canSend &&
          (status === 'failed' || status === 'stored' || status === 'unknown' || (status === 'queued' && message.lastError !== null)) && (
            <SendAgain message={message} />
          )}
        {status === 'unknown' && <MarkSent message={message} />}
        {status === 'draft' && <DraftActions message={message} size={SIZE} />}
        <a className={BUTTON} href={`/documents/message/${id}.eml`} download={`message-${id}.eml`}>
          Download .eml<span className="sr-only">, {subject}</span>
        </a>
      </div>
      <HeldBack message={message} />
      <Tries message={message} />
    </li>
  );
}

const Remark = ({ children }: { children: ReactNode }) => <p className="mt-1 text-muted text-sm lg:col-span-2">{children}</p>;

function HeldBack({ message: { status, heldBack } }: { message: Message }) {
  if (heldBack === null || status === 'sent' || status === 'suppressed' || status === 'cancelled') return null;
  return (
    <p className="mt-2 rounded-small bg-amber-100 px-4 py-2 text-[15px] lg:col-span-2">
      {heldBack}{' '}
      <ScreenLink
        to="/settings"
        search={{ section: 'company' }}
        look="inline-flex items-center font-semibold underline underline-offset-4 max-lg:min-h-11"
        label="Add the Address"
      />
    </p>
  );
}

function Tries({ message: { status, attempts, lastError, nextAttemptAt, sendAfter } }: { message: Message }) {
  if (status === 'suppressed' || status === 'cancelled') return lastError && <Remark>Not sent: {lastError}</Remark>;
  if (status === 'stored') return lastError && <Remark>{lastError}</Remark>;
  if (sendAfter && attempts === 0 && (status === 'draft' || status === 'queued'))
    return (
      <Remark>
        Not before <time dateTime={sendAfter}>{formatTimestamp(sendAfter)}</time>
      </Remark>
    );
  if (!lastError || attempts === 0 || status === 'sent') return null;
  return (
    <p
      className={clsx(
        'mt-1 text-sm lg:col-span-2 [overflow-wrap:anywhere]',
        status === 'failed' || status === 'unknown' ? 'text-red-600' : 'text-muted',
      )}
    >
      {attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}: {lastError}
      {status === 'queued' && (
        <span className="block font-medium text-ink">
          Next try <time dateTime={nextAttemptAt}>{formatTimestamp(nextAttemptAt)}</time>
        </span>
      )}
    </p>
  );
}

function SendAgain({ message: { id, status, subject } }: { message: Message }) {
  const retry = trpc.drafts.retry.useMutation({
    meta: { failure: 'Failed to send the message. Please try again.' },
    onSuccess: ({ status: now, lastError, heldBack }) =>
      now === 'suppressed'
        ? showToast({ title: 'Message Stopped', description: `It is no longer true. ${lastError ?? ''}` })
        : showToast({ title: 'Message Queued', description: heldBack ?? 'It will be sent in a moment.' }),
  });
  return (
    <CallButton
      look={BUTTON}
      label={status === 'failed' || status === 'unknown' ? 'Send Again' : 'Send Now'}
      about={subject}
      call={retry}
      input={{ id }}
    />
  );
}

function MarkSent({ message: { id, subject } }: { message: Message }) {
  const markSent = trpc.mail.markSent.useMutation({
    meta: { failure: 'Failed to mark the message as sent. Please try again.' },
    onSuccess: () => showToast({ title: 'Marked as sent' }),
  });
  return <CallButton look={BUTTON} label="Mark as sent" about={subject} call={markSent} input={{ id }} />;
}
