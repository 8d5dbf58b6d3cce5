import { AxisBottom } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { AXIS_COLOR, AXIS_LABEL, ChartFigure, ChartLegend, GRID_COLOR } from './chart-figure';

const ROW = 46;
const BAR = 18;
const AXIS = 30;
/** Average letter width, px, for shortening names. */
const LETTER = 7.2;
const OUTER = 'var(--color-sage-300)';
const INNER = 'var(--color-pine-700)';

/** Keeps grid lines clear of the labels. */
const HALO = { stroke: 'var(--color-paper)', strokeWidth: 5, paintOrder: 'stroke', strokeLinejoin: 'round' } as const;

type BarData = { name: string; inner: number; outer: number };
type BarChartProps = {
  title: string;
  /** The headings of the names and of the two figures. */
  columns: readonly [names: string, inner: string, outer: string];
  bars: readonly BarData[];
  show: (value: number) => string;
  showTick: (value: number) => string;
};

/** Shortens a name to a width in px. */
export const cut = (name: string, width: number) => {
  const room = Math.max(8, Math.floor(width / LETTER));
  return name.length > room ? `${name.slice(0, room - 1).trimEnd()}…` : name;
};

/** Draws horizontal bars, each with an inner figure in an outer one, such as the cost in a price. */
export function BarChart({ title, columns, bars, show, showTick }: BarChartProps) {
  const [names, inner, outer] = columns;
  const drawn = bars.length * ROW;
  const label = `${title}. ${bars.map((bar) => `${bar.name}: ${show(bar.inner)} ${inner.toLowerCase()}, ${show(bar.outer)} ${outer.toLowerCase()}`).join('; ')}.`;
  return (
    <ChartFigure
      label={label}
      height={drawn + AXIS}
      columns={[names, inner, outer]}
      rows={bars.map((bar) => [bar.name, show(bar.inner), show(bar.outer)])}
      legend={
        <ChartLegend
          entries={[
            { name: inner, color: INNER },
            { name: outer, color: OUTER },
          ]}
        />
      }
      draw={(width) => {
        const largest = Math.max(1, ...bars.map((bar) => Math.max(bar.inner, bar.outer)));
        const along = scaleLinear({ domain: [0, largest], range: [0, width - 24], nice: true });
        const down = scaleBand({ domain: bars.map((bar) => bar.name), range: [0, drawn] });
        const ticks = along.ticks(width < 420 ? 3 : 5);
        return (
          <Group left={1}>
            {ticks.map((tick) => (
              <line key={tick} x1={along(tick)} x2={along(tick)} y1={0} y2={drawn} stroke={GRID_COLOR} />
            ))}
            {bars.map((bar) => (
              <Group key={bar.name} top={down(bar.name) ?? 0}>
                <text y={15} fontSize={13.5} fontWeight={600} fill="var(--color-ink)" {...HALO}>
                  {cut(bar.name, width * 0.6)}
                </text>
                <text x={width - 4} y={15} fontSize={13} textAnchor="end" fill={AXIS_COLOR} {...HALO}>
                  {show(bar.inner)}
                </text>
                <Bar y={22} height={BAR} width={along(bar.outer)} rx={4} fill={OUTER} />
                <Bar y={22} height={BAR} width={along(bar.inner)} rx={4} fill={INNER} />
              </Group>
            ))}
            <AxisBottom
              top={drawn}
              scale={along}
              tickValues={ticks}
              tickFormat={(value) => showTick(Number(value))}
              stroke={AXIS_COLOR}
              tickStroke={AXIS_COLOR}
              tickLabelProps={(_value, place) => ({ ...AXIS_LABEL, textAnchor: place === 0 ? 'start' : 'middle' })}
            />
          </Group>
        );
      }}
    />
  );
}
