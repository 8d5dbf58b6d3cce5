import { Group } from '@visx/group';
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { cut } from './bar-chart';
import { ChartFigure, ChartLegend } from './chart-figure';

const ROW = 54;
const BAR = 13;
const GAP = 3;
/** Space for the figure at the end of a bar. */
const FIGURE = 44;
const NOW = 'var(--color-pine-700)';
const BEFORE = 'var(--color-sage-300)';

type ComparedBar = { name: string; now: number; before: number; more: readonly string[] };
type ComparedBarsProps = {
  title: string;
  /** The headings of the names, of the two bars, and of further columns of the table. */
  columns: readonly [names: string, now: string, before: string, ...more: string[]];
  bars: readonly ComparedBar[];
};

export function ComparedBars({ title, columns, bars }: ComparedBarsProps) {
  const [, now, before] = columns;
  const words = bars.map((bar) => `${bar.name}: ${bar.now}, before ${bar.before}`).join('; ');
  return (
    <ChartFigure
      label={`${title}. ${words}.`}
      height={bars.length * ROW}
      columns={columns}
      rows={bars.map((bar) => [bar.name, String(bar.now), String(bar.before), ...bar.more])}
      legend={
        <ChartLegend
          entries={[
            { name: now, color: NOW },
            { name: before, color: BEFORE },
          ]}
        />
      }
      draw={(width) => {
        const largest = Math.max(1, ...bars.map((bar) => Math.max(bar.now, bar.before)));
        const along = scaleLinear({ domain: [0, largest], range: [0, width - FIGURE] });
        return bars.map((bar, place) => (
          <Group key={bar.name} top={place * ROW}>
            <text y={14} fontSize={13.5} fontWeight={600} fill="var(--color-ink)">
              {cut(bar.name, width)}
            </text>
            <OneBar top={20} length={along(bar.now)} value={bar.now} color={NOW} />
            <OneBar top={20 + BAR + GAP} length={along(bar.before)} value={bar.before} color={BEFORE} />
          </Group>
        ));
      }}
    />
  );
}

const OneBar = ({ top, length, value, color }: { top: number; length: number; value: number; color: string }) => (
  <>
    <Bar y={top} height={BAR} width={Math.max(2, length)} rx={4} fill={color} />
    <text x={Math.max(2, length) + 6} y={top + 11} fontSize={12.5} fill="var(--color-muted)">
      {value}
    </text>
  </>
);
