import { PLATFORM_NAMES, type Platform, POST_TYPE_NAMES, type PostType } from '../../../shared/social';
import type { PostFigures } from '../../../shared/social-schemas';
import { SpreadChart } from '../../ui/charts/spread-chart';
import { Panel } from '../../ui/panel';

type Look = { color: string; ink: string };
const DARK: Look = { color: 'var(--color-pine-900)', ink: 'var(--color-white)' };
const GREEN: Look = { color: 'var(--color-pine-600)', ink: 'var(--color-white)' };
const CITRUS: Look = { color: 'var(--color-citrus-400)', ink: 'var(--color-pine-950)' };
const SKY: Look = { color: 'var(--color-sky-300)', ink: 'var(--color-pine-950)' };
const SAGE: Look = { color: 'var(--color-sage-300)', ink: 'var(--color-pine-950)' };

const TYPE_LOOKS: Record<PostType, Look> = {
  'business-update': DARK,
  achievement: CITRUS,
  'cleaning-tip': GREEN,
  'service-highlight': SKY,
  'customer-story': SAGE,
};
const PLATFORM_LOOKS: Record<Platform, Look> = { facebook: DARK, instagram: CITRUS, tiktok: SKY, google: SAGE };

export const PostShares = ({ figures: { byType, byPlatform } }: { figures: PostFigures }) => (
  <div className="grid gap-5">
    <Panel title="By type">
      <SpreadChart
        title="Posts by type"
        columns={['Type', 'Posts']}
        parts={byType.map(({ type, posts }) => ({ name: POST_TYPE_NAMES[type], value: posts, ...TYPE_LOOKS[type] }))}
      />
    </Panel>
    <Panel title="By platform">
      <SpreadChart
        title="Posts by platform"
        columns={['Platform', 'Posts']}
        parts={byPlatform.map(({ platform, posts }) => ({ name: PLATFORM_NAMES[platform], value: posts, ...PLATFORM_LOOKS[platform] }))}
      />
    </Panel>
  </div>
);
