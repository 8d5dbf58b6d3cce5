import { type FormEvent, useState } from 'react';
import { AUTO_POST_NOT_CONFIGURED } from '../../../shared/social';
import type { Post } from '../../../shared/social-schemas';
import { getStatus } from '../../call-error';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { Loaded } from '../../ui/loaded';
import { CallButton } from '../../ui/mutation-button';
import { Section } from '../../ui/panel';
import { showToast } from '../../ui/toast/toast-store';
import { FacebookTest } from './facebook-test';
import { LatestPosts } from './latest-posts';
import { justPosted, type LocalPost } from './local-posts';
import { PlatformCard } from './platform-card';
import type { SocialTab } from './social-search';

type OverviewTabProps = { locals: readonly LocalPost[]; onPosted: (post: LocalPost) => void; onTab: (tab: SocialTab) => void };

export const OverviewTab = ({ locals, onPosted, onTab }: OverviewTabProps) => (
  <div className="grid gap-6">
    <section aria-labelledby="actions-title" className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-sage-100 p-4 sm:px-5">
      <h2 id="actions-title" className="mr-auto font-bold text-lg">
        Quick Actions
      </h2>
      <div className="flex flex-wrap gap-2 *:max-sm:grow max-sm:w-full">
        <AutoPost onPosted={onPosted} />
        <FacebookTest look="button-ghost" label="Test Facebook" />
        <Button label="Schedule Content" onPress={() => onTab('schedule')} />
      </div>
    </section>
    <Platforms />
    <LatestPosts locals={locals} />
  </div>
);

function Platforms() {
  const overview = trpc.social.overview.useQuery();
  return (
    <Section title="Platforms">
      <Loaded query={overview} loading="Loading the platforms..." failed="The platforms could not be loaded.">
        {(data) => (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
            {data.platforms.map((account) => (
              <PlatformCard key={account.platform} account={account} />
            ))}
          </ul>
        )}
      </Loaded>
      {overview.data?.platforms.some(({ isSample }) => isSample) && (
        <p className="text-muted text-sm">
          Sample data shows what a card looks like. The figures are fixed, and not those of this company.
        </p>
      )}
    </Section>
  );
}

const FAILED = 'Auto-Post Failed';
const showFailed = (description: string) => showToast({ title: FAILED, description, kind: 'destructive' });

/** Publishes the oldest approved draft. Without one, asks whether to publish the newest proposal. */
function AutoPost({ onPosted }: { onPosted: (post: LocalPost) => void }) {
  const [proposal, setProposal] = useState<Post>();
  const post = trpc.social.autoPost.useMutation({
    onSuccess: (answer) => {
      setProposal(undefined);
      if (answer.success) {
        if (answer.post) onPosted(justPosted(answer.post));
        showToast({ title: 'Auto-Post Successful', description: 'The post is on the page.' });
      } else if (answer.needsConfirmation && answer.draft) setProposal(answer.draft);
      else showFailed(answer.error ?? AUTO_POST_NOT_CONFIGURED);
    },
    onError: (error: unknown) => {
      if (getStatus(error) !== 401) showFailed('Failed to auto-post content.');
    },
  });
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (!post.isPending) post.mutate({ confirm: true, draftId: proposal?.id });
  };
  return (
    <>
      <CallButton look="button-primary" label="Auto-Post Now" busy="Posting..." call={post} input={{}} />
      <Dialog
        isOpen={proposal !== undefined}
        onOpenChange={() => setProposal(undefined)}
        title="Post this proposal?"
        text="No draft is approved. This is the newest one that was proposed; nobody has read it yet."
      >
        <form className="grid gap-4" onSubmit={confirm}>
          <blockquote className="whitespace-pre-wrap rounded-small bg-sage-50 p-4 [overflow-wrap:anywhere]">{proposal?.content}</blockquote>
          <DialogButtons onCancel={() => setProposal(undefined)} submit="Post It" busy="Posting..." isPending={post.isPending} />
        </form>
      </Dialog>
    </>
  );
}
