import type { Conversation } from '../../../shared/conversations';
import { trpc } from '../../trpc';
import { besideList, useClose } from '../../ui/beside-list';
import { ScreenLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { type Column, DataTable } from '../../ui/data-table';
import { PAGED } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import { formatNearTime } from '../../ui/times';
import { ConversationDrawer } from './conversation-drawer';

const PAGE = 20;
type Row = Conversation & { id: number };

const Unread = ({ row: { unread } }: { row: Row }) =>
  unread > 0 ? <Chip tone="waiting">{`${unread} unread`}</Chip> : <Chip tone="quiet">Read</Chip>;
const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatNearTime(at)}</time>;
const preview = ({ lastFrom, lastText }: Row): string => (lastFrom === 'office' ? `You: ${lastText}` : lastText);

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    head: 'Client',
    cell: (row) => (
      <>
        <span className="block truncate">{row.name}</span>
        <span className="block truncate font-normal text-muted">{preview(row)}</span>
      </>
    ),
  },
  { key: 'time', head: 'Last message', from: 'md', width: 'w-44', cell: ({ lastAt }) => <Time at={lastAt} /> },
  { key: 'unread', head: 'Status', width: 'w-32', cell: (row) => <Unread row={row} /> },
];

type ConversationsProps = { client: number | undefined };

/** Shows the clients who wrote on their pages, the newest message first, and one of them with all messages. */
export function Conversations({ client }: ConversationsProps) {
  const close = useClose('client');
  const list = trpc.conversations.list.useInfiniteQuery({ limit: PAGE }, PAGED);
  const pages = list.data?.pages.map(({ rows }) => ({ rows: rows.map((row): Row => ({ ...row, id: row.clientId })) }));
  return (
    <>
      <DataTable
        list={{ ...list, data: pages && { pages } }}
        name="conversations"
        title="Conversations"
        loading="Loading conversations..."
        failed="The conversations could not be loaded."
        empty={
          <EmptyState
            heading="h2"
            title="No conversations yet"
            text="What clients write on their page appears here. To write first, open a client and press Write a message."
          >
            <ScreenLink to="/clients" look="button-ghost mt-2" label="Open Clients" />
          </EmptyState>
        }
        columns={COLUMNS}
        about={({ name }) => name}
        open={({ id }) => besideList({ client: id })}
        phone={(row) => [
          [row.name, <Unread key="unread" row={row} />],
          [preview(row), <Time key="time" at={row.lastAt} />],
        ]}
      />
      {client !== undefined && <ConversationDrawer key={client} id={client} onClose={close} />}
    </>
  );
}
