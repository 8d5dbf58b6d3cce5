import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { ScreenHeader } from '../../ui/screen-header';
import { TabList } from '../../ui/tab-list';
import { AnalyticsTab } from './analytics-tab';
import { justPosted, type LocalPost } from './local-posts';
import { OverviewTab } from './overview-tab';
import { EMPTY_POST, usePostForm } from './post-fields';
import { PostTab } from './post-tab';
import { usePostNow } from './posting';
import { ScheduleTab } from './schedule-tab';
import { SetupTab } from './setup-tab';
import type { SocialSearch, SocialTab } from './social-search';

const TABS: readonly (readonly [SocialTab, string])[] = [
  ['overview', 'Overview'],
  ['post', 'Post'],
  ['schedule', 'Schedule'],
  ['analytics', 'Analytics'],
  ['setup', 'Setup'],
];

const PANEL = 'min-w-0 rounded-card';

type SocialScreenProps = { search: SocialSearch; onSearch: (search: SocialSearch) => void; onTab: (tab: SocialTab) => void };

export function SocialScreen({ search, onSearch, onTab }: SocialScreenProps) {
  const { tab = 'overview' } = search;
  const { locals, keepLocal, ...written } = useWrittenPost();
  return (
    <>
      <ScreenHeader title="Social Media Command Center" text="Write, plan and post, and see how each post did." />
      <Tabs.Root value={tab} onValueChange={(next) => onTab(next as SocialTab)} className="grid min-w-0 gap-6">
        <TabList
          label="Social media"
          tabs={TABS}
          layout="flex flex-wrap gap-x-0.5 gap-y-1 md:justify-self-start"
          tab="min-w-11 px-1.5 text-sm max-md:grow md:px-4 md:text-[15px]"
        />
        <Tabs.Content value="overview" className={PANEL}>
          <OverviewTab locals={locals} onPosted={keepLocal} onTab={onTab} />
        </Tabs.Content>
        <Tabs.Content value="post" className={PANEL}>
          <PostTab {...written} locals={locals} />
        </Tabs.Content>
        <Tabs.Content value="schedule" className={PANEL}>
          <ScheduleTab search={search} onSearch={onSearch} />
        </Tabs.Content>
        <Tabs.Content value="analytics" className={PANEL}>
          <AnalyticsTab />
        </Tabs.Content>
        <Tabs.Content value="setup" className={PANEL}>
          <SetupTab />
        </Tabs.Content>
      </Tabs.Root>
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
