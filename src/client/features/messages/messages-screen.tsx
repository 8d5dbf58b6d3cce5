import { TabPanels } from '../../ui/tab-list';
import { Conversations } from './conversations';
import type { MessagesSearch } from './messages-search';
import { Outbox } from './outbox';

type MessagesScreenProps = { search: MessagesSearch; onSearch: (search: MessagesSearch) => void };

/** Shows the outbox and, in a tab of its own, the conversations with clients. */
export const MessagesScreen = ({ search, onSearch }: MessagesScreenProps) => (
  <TabPanels
    label="Messages"
    value={search.view === 'conversations' ? 'conversations' : 'outbox'}
    onTab={(tab) => onSearch(tab === 'conversations' ? { view: 'conversations' } : {})}
    tabs={[
      { value: 'outbox', word: 'Outbox', panel: <Outbox search={search} onSearch={onSearch} /> },
      {
        value: 'conversations',
        word: 'Conversations',
        panel: <Conversations client={search.client} />,
      },
    ]}
  />
);
