import { useState } from 'react';
import { ScreenHeader } from '../../ui/screen-header';
import { TabPanels } from '../../ui/tab-list';
import { AnalyticsTab } from './analytics-tab';
import { justPosted, type LocalPost } from './local-posts';
import { OverviewTab } from './overview-tab';
import { EMPTY_POST, usePostForm } from './post-fields';
import { PostTab } from './post-tab';
import { usePostNow } from './posting';
import { ScheduleTab } from './schedule-tab';
import { SetupTab } from './setup-tab';
import type { SocialSearch, SocialTab } from './social-search';

type SocialScreenProps = { search: SocialSearch; onSearch: (search: SocialSearch) => void; onTab: (tab: SocialTab) => void };

export function SocialScreen({ search, onSearch, onTab }: SocialScreenProps) {
  const { tab = 'overview' } = search;
  const { locals, keepLocal, ...written } = useWrittenPost();
  return (
    <>
      <ScreenHeader title="Social Media Command Center" text="Write, plan and post, and see how each post did." />
      <TabPanels
        label="Social media"
        value={tab}
        onTab={onTab}
        tabs={[
          { value: 'overview', word: 'Overview', panel: <OverviewTab locals={locals} onPosted={keepLocal} onTab={onTab} /> },
          { value: 'post', word: 'Post', panel: <PostTab {...written} locals={locals} /> },
          { value: 'schedule', word: 'Schedule', panel: <ScheduleTab search={search} onSearch={onSearch} /> },
          { value: 'analytics', word: 'Analytics', panel: <AnalyticsTab /> },
          { value: 'setup', word: 'Setup', panel: <SetupTab /> },
        ]}
        layout="flex flex-wrap gap-x-0.5 gap-y-1 md:justify-self-start"
        tab="min-w-11 px-1.5 text-sm max-md:grow md:px-4 md:text-[15px]"
      />
    </>
  );
}

/** Keeps the text being written and the posts just published while other tabs are shown. */
function useWrittenPost() {
  const form = usePostForm(EMPTY_POST);
  const [locals, setLocals] = useState<readonly LocalPost[]>([]);
  const keepLocal = (post: LocalPost) => setLocals((posts) => [post, ...posts]);
  const { post, isPending } = usePostNow((posted, { postId = null, permalink = null }) => {
    keepLocal(justPosted({ ...posted, externalId: postId, permalink }));
    // Keep a text that was typed meanwhile.
    if (form.getValues('content').trim() === posted.content) form.reset(EMPTY_POST);
  });
  return { form, locals, keepLocal, onPost: post, isPosting: isPending };
}
