import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { requiredEmail } from '../../../shared/text';
import { trpc } from '../../trpc';
import { useClose } from '../../ui/beside-list';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FilterPills } from '../../ui/filter-pills';
import { SaveForm, TextField } from '../../ui/form';
import { useAction } from '../../ui/mutation-button';
import { PAGED } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import { MessageDrawer } from './message-drawer';
import type { MessagesSearch } from './messages-search';
import { MessagesTable } from './messages-table';

type View = Exclude<MessagesSearch['view'], 'conversations'>;
type ViewProps = { view: View; onView: (view: View) => void };
type OutboxProps = { search: MessagesSearch; onSearch: (search: MessagesSearch) => void };

const VIEWS: readonly (readonly [View, string])[] = [
  [undefined, 'All'],
  ['drafts', 'Drafts'],
  ['waiting', 'Waiting'],
  ['sent', 'Sent'],
  ['failed', 'Failed'],
  ['kept', 'Saved'],
  ['stopped', 'Stopped'],
];
const NOTHING: Record<NonNullable<View>, readonly [title: string, text: string]> = {
  drafts: ['No drafts to approve', 'Messages that the workers write to clients wait here for your approval.'],
  waiting: ['Nothing is waiting', 'Every queued message has been sent.'],
  sent: ['Nothing was sent yet', 'Messages appear here once the mail server has accepted them.'],
  failed: ['Nothing failed', 'A message that the mail server refuses eight times appears here until you send it again.'],
  kept: ['Nothing is saved', 'Messages written while no mail server is set up appear here.'],
  stopped: ['Nothing was stopped', 'Messages that you discarded or that may no longer be sent appear here with the reason.'],
};
const PAGE = 20;

export function Outbox({ search, onSearch }: OutboxProps) {
  const { message } = search;
  const view = search.view === 'conversations' ? undefined : search.view;
  const onView = (next: View) => onSearch({ view: next });
  const close = useClose('message');
  const list = trpc.mail.list.useInfiniteQuery({ limit: PAGE, ...(view && { view }) }, PAGED);
  const hasMailServer = list.data?.pages[0]?.hasMailServer ?? true;
  const [isTesting, setIsTesting] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Views view={view} onView={onView} />
        <Button look="button-dark max-sm:w-full" label="Send Test Message" onPress={() => setIsTesting(true)} />
        <SendTest hasMailServer={hasMailServer} isOpen={isTesting} onOpenChange={setIsTesting} />
      </div>
      {!hasMailServer && (
        <p role="note" className="max-w-[70ch] rounded-card border border-line bg-amber-100 px-5 py-4">
          No mail server is set up, so messages are saved here and not sent. Set <code>SMTP_URL</code> and start Tidyline again to send
          them.
        </p>
      )}
      <MessagesTable
        list={list}
        hasMailServer={hasMailServer}
        empty={<NoMessages view={view} onView={onView} onTest={() => setIsTesting(true)} />}
      />
      {message !== undefined && <MessageDrawer key={message} id={message} hasMailServer={hasMailServer} onClose={close} />}
    </div>
  );
}

function Views({ view, onView }: ViewProps) {
  const { data: counts } = trpc.mail.counts.useQuery();
  return (
    <FilterPills
      legend="State"
      filters={VIEWS.map(([value, label]) => ({ value, label, count: counts?.[value ?? 'all'] }))}
      value={view}
      onFilter={onView}
    />
  );
}

function NoMessages({ view, onView, onTest }: ViewProps & { onTest: () => void }) {
  if (!view)
    return (
      <EmptyState
        heading="h2"
        title="No messages yet"
        text="The first one is written when a visitor asks for a quote. Find out now whether mail reaches you."
        action="Send a Test Message"
        onAction={onTest}
      />
    );
  const [title, text] = NOTHING[view];
  return <EmptyState heading="h2" title={title} text={text} action="Show All Messages" onAction={() => onView(undefined)} />;
}

const addressInput = z.object({ to: requiredEmail });

type SendTestProps = { hasMailServer: boolean; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

const SendTest = ({ hasMailServer, isOpen, onOpenChange }: SendTestProps) => (
  <Dialog
    isOpen={isOpen}
    onOpenChange={onOpenChange}
    title="Send a test message"
    text={
      hasMailServer
        ? 'It is sent right away. The list shows whether the mail server accepted it.'
        : 'No mail server is set up, so the message is saved in the list and not sent.'
    }
  >
    <TestForm onDone={() => onOpenChange(false)} />
  </Dialog>
);

function TestForm({ onDone }: { onDone: () => void }) {
  const settings = trpc.settings.get.useQuery();
  const form = useForm({
    resolver: zodResolver(addressInput),
    defaultValues: { to: '' },
    // Typed text stays when the company's address arrives later.
    ...(settings.data && { values: { to: settings.data.company.email } }),
    resetOptions: { keepDirtyValues: true },
  });
  const send = useAction({
    procedure: trpc.mail.sendTest,
    failure: 'Failed to send the message. Please try again.',
    done: ({ status, to }) => ({
      title: 'Test Message Queued',
      description: status === 'stored' ? 'kept in the outbox: no mail server configured' : `It is on its way to ${to}.`,
    }),
    onDone,
  });
  return (
    <SaveForm form={form} call={send} input={(values) => values} onCancel={onDone} submit="Send Test Message" busy="Sending...">
      <TextField form={form} name="to" label="Email" missing="Please enter the email address." type="email" />
    </SaveForm>
  );
}
