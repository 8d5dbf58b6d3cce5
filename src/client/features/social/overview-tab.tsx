import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { AutoPost } from './auto-post';
import { FacebookTest } from './facebook-test';
import { LatestPosts } from './latest-posts';
import type { LocalPost } from './local-posts';
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
    <section aria-labelledby="platforms-title" className="grid gap-4">
      <h2 id="platforms-title" className="font-bold text-xl">
        Platforms
      </h2>
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
    </section>
  );
}
