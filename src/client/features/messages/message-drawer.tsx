import { clsx } from 'clsx';
import type { Message } from '../../../shared/messages';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { FurtherSteps, NextStep } from './message-actions';
import { formatRecipient, getTrouble, isTrouble, StatusChip } from './messages-table';

type MessageDrawerProps = { id: number; hasMailServer: boolean; onClose: () => void };

export function MessageDrawer({ id, hasMailServer, onClose }: MessageDrawerProps) {
  const message = trpc.mail.get.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={message}
      title={(data) => data?.subject ?? 'Message'}
      chips={(data) => (
        <>
          <StatusChip message={data} />
          {data.marketing && <Chip tone="quiet">Marketing</Chip>}
        </>
      )}
      action={(data) => (
        <NextStep message={data} hasMailServer={hasMailServer} look="button-primary min-h-9 px-4 pointer-coarse:min-h-11" />
      )}
      footer={(data) => <FurtherSteps message={data} hasMailServer={hasMailServer} />}
      onClose={onClose}
      loading="Loading the message..."
      failed="The message could not be loaded."
      missing={<EmptyState title="No such message" text="The link may be mistyped." action="Show All Messages" onAction={onClose} />}
    >
      {(data) => <Details message={data} />}
    </RecordDrawer>
  );
}

const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatTimestamp(at)}</time>;

function Details({ message }: { message: Message }) {
  const { createdAt, sentAt, approvedBy, hasAttachments, body, footer } = message;
  const trouble = getTrouble(message);
  return (
    <>
      <HeldBack message={message} />
      {trouble && <p className={clsx('[overflow-wrap:anywhere]', isTrouble(message) ? 'text-red-600' : 'text-muted')}>{trouble}</p>}
      <Facts
        facts={[
          ['To', formatRecipient(message)],
          ['Written', <Time key="written" at={createdAt} />],
          ['Sent', sentAt && <Time key="sent" at={sentAt} />],
          ['Approved by', approvedBy],
          ['Attachment', hasAttachments && 'with attachment'],
        ]}
      />
      <Panel title="Text">
        <pre className="whitespace-pre-wrap font-text text-[15px] [overflow-wrap:anywhere]">
          {body}
          {footer && <span className="mt-3 block border-line border-t pt-3 text-muted text-sm">{footer.trimEnd()}</span>}
        </pre>
      </Panel>
    </>
  );
}

function HeldBack({ message: { status, heldBack } }: { message: Message }) {
  if (heldBack === null || status === 'sent' || status === 'suppressed' || status === 'cancelled') return null;
  return (
    <p className="rounded-small bg-amber-100 px-4 py-2 text-[15px]">
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
