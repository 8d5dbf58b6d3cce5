import { trpc } from '../../trpc';
import { CollapsedList } from '../../ui/collapsed-list';
import { PAGED } from '../../ui/paged-list';
import { Section } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { MessageCard } from './message-card';

const PAGE = 10;

export function DraftsToApprove() {
  const list = trpc.mail.list.useInfiniteQuery({ view: 'drafts', limit: PAGE }, PAGED);
  return (
    <Section id="drafts" title="Drafts to approve">
      <CollapsedList
        list={list}
        loading="Loading drafts..."
        failed="The drafts could not be loaded."
        empty={
          <EmptyState
            title="No drafts to approve"
            text="Messages that the workers write to clients wait here until you approve, edit or discard them."
          />
        }
        about="drafts"
      >
        {(message) => <MessageCard key={message.id} message={message} canSend={list.data?.pages[0]?.hasMailServer ?? true} />}
      </CollapsedList>
    </Section>
  );
}
