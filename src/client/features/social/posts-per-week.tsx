import { AxisBottom } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { PostFigures } from '../../../shared/social-schemas';
import { AXIS_COLOR, AXIS_LABEL, ChartFigure, GRID_COLOR } from '../../ui/charts/chart-figure';
import { formatShortDate, formatShortDay } from '../../ui/times';

const HEIGHT = 300;
const MARGIN = { top: 10, bottom: 28, left: 26, right: 6 };
/** Fewest pixels between two names under the columns, and the widest column. */
const NAME_WIDTH = 56;
const WIDEST = 40;

type Weeks = PostFigures['perWeek'];
const countPosts = (posts: number) => `${posts} ${posts === 1 ? 'post' : 'posts'}`;

export const PostsPerWeek = ({ weeks }: { weeks: Weeks }) => (
  <ChartFigure
    label={`Posts per week. ${weeks.map(({ week, posts }) => `Week of ${formatShortDay(week)}: ${countPosts(posts)}`).join('; ')}.`}
    height={HEIGHT}
    columns={['Week of', 'Posts']}
    rows={weeks.map(({ week, posts }) => [formatShortDate(week), String(posts)])}
    draw={(width) => <Columns weeks={weeks} width={width} />}
  />
);

function Columns({ weeks, width }: { weeks: Weeks; width: number }) {
  const across = scaleBand({ domain: weeks.map(({ week }) => week), range: [0, width - MARGIN.left - MARGIN.right], padding: 0.25 });
  const bottom = HEIGHT - MARGIN.top - MARGIN.bottom;
  const up = scaleLinear({ domain: [0, Math.max(1, ...weeks.map(({ posts }) => posts))], range: [bottom, 0], nice: true });
  const ticks = up.ticks(4).filter(Number.isInteger);
  const every = Math.max(1, Math.ceil(NAME_WIDTH / Math.max(1, across.step())));
  // Counted from the newest week, which always has its name.
  const named = weeks.filter((_week, place) => (weeks.length - 1 - place) % every === 0);
  const columnWidth = Math.min(WIDEST, across.bandwidth());
  return (
    <Group left={MARGIN.left} top={MARGIN.top}>
      {ticks.map((tick) => (
        <Group key={tick} top={up(tick)}>
          <line x1={0} x2={width - MARGIN.left - MARGIN.right} stroke={GRID_COLOR} />
          <text {...AXIS_LABEL} x={-8} dy={4} textAnchor="end">
            {tick}
          </text>
        </Group>
      ))}
      {weeks.map(({ week, posts }) => (
        <Bar
          key={week}
          x={(across(week) ?? 0) + (across.bandwidth() - columnWidth) / 2}
          y={up(posts)}
          width={columnWidth}
          height={bottom - up(posts)}
          rx={Math.min(4, columnWidth / 3)}
          fill="var(--color-pine-600)"
        />
      ))}
      <AxisBottom
        top={bottom}
        scale={across}
        tickValues={named.map(({ week }) => week)}
        tickFormat={(week) => formatShortDay(week).slice(5)}
        stroke={AXIS_COLOR}
        hideTicks
        tickLabelProps={{ ...AXIS_LABEL, textAnchor: 'middle' }}
      />
    </Group>
  );
}
