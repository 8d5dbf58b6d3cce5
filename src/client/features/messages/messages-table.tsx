import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { MessageStatus } from '../../../shared/message-statuses';
import type { Message } from '../../../shared/messages';
import { besideList } from '../../ui/beside-list';
import { Chip, type Tone } from '../../ui/chip';
import { type Column, DataTable, ROW_ACTION } from '../../ui/data-table';
import type { PagedQuery } from '../../ui/paged-list';
import { formatTimestamp } from '../../ui/times';
import { FurtherSteps, NextStep } from './message-actions';

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

export function StatusChip({ message: { status } }: { message: Message }) {
  const [tone, word] = STATES[status];
  return <Chip tone={tone}>{word}</Chip>;
}

/** Returns why a message is not sent yet or will not be, or null. */
export function getTrouble({ status, attempts, lastError, nextAttemptAt, sendAfter }: Message): string | null {
  if (status === 'suppressed' || status === 'cancelled') return lastError && `Not sent: ${lastError}`;
  if (status === 'stored') return lastError;
  if (sendAfter && attempts === 0 && (status === 'draft' || status === 'queued')) return `Not before ${formatTimestamp(sendAfter)}`;
  if (!lastError || attempts === 0 || status === 'sent') return null;
  const tried = `${attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}: ${lastError}`;
  return status === 'queued' ? `${tried} Next try ${formatTimestamp(nextAttemptAt)}` : tried;
}

/** True for a message that needs the owner's attention. */
export const isTrouble = ({ status }: Message): boolean => status === 'failed' || status === 'unknown';

/** Shows the address of a message, and why it is not sent, in one line. */
function Recipient({ message }: { message: Message }) {
  const trouble = getTrouble(message);
  return (
    <span className="block truncate font-normal text-muted">
      to {formatRecipient(message)}
      {trouble && <span className={clsx(isTrouble(message) && 'text-red-600')}> · {trouble}</span>}
    </span>
  );
}

/** Returns the address of a message, with the word for a text message. */
export const formatRecipient = ({ channel, to }: Message): string => (channel === 'sms' ? `${to} (text message)` : to);

const Time = ({ message: { createdAt, sentAt } }: { message: Message }) => {
  const at = sentAt ?? createdAt;
  return <time dateTime={at}>{formatTimestamp(at)}</time>;
};

const COLUMNS: readonly Column<Message>[] = [
  {
    key: 'subject',
    head: 'Message',
    cell: (message) => (
      <>
        <span className="block truncate">{message.subject}</span>
        <Recipient message={message} />
      </>
    ),
  },
  { key: 'time', head: 'Written or sent', from: 'lg', isOptional: true, width: 'w-36', cell: (message) => <Time message={message} /> },
  { key: 'status', head: 'Status', width: 'w-44', cell: (message) => <StatusChip message={message} /> },
];

type MessagesTableProps = {
  list: PagedQuery<Message>;
  hasMailServer: boolean;
  empty: ReactNode;
};

export const MessagesTable = ({ hasMailServer, ...table }: MessagesTableProps) => (
  <DataTable
    {...table}
    name="messages"
    title="Messages"
    loading="Loading messages..."
    failed="The messages could not be loaded."
    columns={COLUMNS}
    about={({ subject }) => subject}
    open={({ id }) => besideList({ message: id })}
    select={{ table: 'outbox' }}
    action={(message) => <NextStep message={message} hasMailServer={hasMailServer} look={ROW_ACTION} />}
    menu={(message) => <FurtherSteps message={message} hasMailServer={hasMailServer} />}
    phone={(message) => [
      message.subject,
      [
        <span key="text">
          <Time message={message} /> · {getTrouble(message) ?? `to ${formatRecipient(message)}`}
        </span>,
        <StatusChip key="status" message={message} />,
      ],
    ]}
  />
);
