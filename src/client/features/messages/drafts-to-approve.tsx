import { trpc } from '../../trpc';
import { CollapsedList } from '../../ui/collapsed-list';
import { getRows, PAGED } from '../../ui/paged-list';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { MessageCard } from './message-card';

const PAGE = 10;

export function DraftsToApprove() {
  const list = trpc.mail.list.useInfiniteQuery({ view: 'drafts', limit: PAGE }, PAGED);
  const drafts = getRows(list);
  return (
    <section id="drafts" aria-labelledby="drafts-title" className="grid scroll-mt-24 gap-4">
      <h2 id="drafts-title" className="font-bold text-xl">
        Drafts to approve
      </h2>
      {list.isPending && <ListSkeleton label="Loading drafts..." />}
      {list.isError && <ErrorState text="The drafts could not be loaded." onRetry={() => void list.refetch()} />}
      {list.isSuccess && drafts.length === 0 && (
        <EmptyState
          title="No drafts to approve"
          text="Messages that the workers write to clients wait here until you approve, edit or discard them."
        />
      )}
      <CollapsedList rows={drafts} list={list} about="drafts">
        {(shown) => (
          <ul className="grid gap-3 empty:hidden">
            {shown.map((message) => (
              <MessageCard key={message.id} message={message} canSend={list.data?.pages[0]?.hasMailServer ?? true} />
            ))}
          </ul>
        )}
      </CollapsedList>
    </section>
  );
}
