import { trpc } from '../../trpc';
import { PAGED } from '../../ui/paged-list';
import { Section } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { MessagesTable } from './messages-table';

const PAGE = 5;

export function DraftsToApprove() {
  const list = trpc.mail.list.useInfiniteQuery({ view: 'drafts', limit: PAGE }, PAGED);
  return (
    <Section id="drafts" title="Drafts to approve">
      <MessagesTable
        list={list}
        hasMailServer={list.data?.pages[0]?.hasMailServer ?? true}
        title="Drafts to approve"
        open={({ id }) => ({ to: '/messages', search: { view: 'drafts', message: id } })}
        loading="Loading drafts..."
        failed="The drafts could not be loaded."
        empty={
          <EmptyState
            title="No drafts to approve"
            text="Messages that the workers write to clients wait here until you approve, edit or discard them."
          />
        }
      />
    </Section>
  );
}
