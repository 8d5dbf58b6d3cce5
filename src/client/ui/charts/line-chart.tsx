import { AxisBottom, AxisLeft } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleLinear, scalePoint } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { AXIS_COLOR, AXIS_LABEL, ChartFigure, GRID_COLOR } from './chart-figure';

const HEIGHT = 220;
const MARGIN = { top: 12, right: 16, bottom: 30, left: 54 };
/** Minimum distance between two labels of the axis, px. */
const NAME_WIDTH = 42;

/** A point of the line. `more` is a second figure that only the table shows. */
type PointData = { name: string; shortName: string; value: number; more: string };
type LineChartProps = {
  title: string;
  columns: readonly [names: string, value: string, more: string];
  points: readonly PointData[];
  show: (value: number) => string;
  showTick: (value: number) => string;
};

export const LineChart = ({ title, columns, points, show, showTick }: LineChartProps) => (
  <ChartFigure
    label={`${title}. ${points.map(({ name, value }) => `${name}: ${show(value)}`).join('; ')}.`}
    height={HEIGHT}
    columns={columns}
    rows={points.map(({ name, value, more }) => [name, show(value), more])}
    draw={(width) => <Line points={points} width={width} showTick={showTick} />}
  />
);

function Line({ points, width, showTick }: Pick<LineChartProps, 'points' | 'showTick'> & { width: number }) {
  const across = scalePoint({ domain: points.map(({ name }) => name), range: [0, width - MARGIN.left - MARGIN.right] });
  const up = scaleLinear({
    domain: [0, Math.max(1, ...points.map(({ value }) => value))],
    range: [HEIGHT - MARGIN.top - MARGIN.bottom, 0],
    nice: true,
  });
  const ticks = up.ticks(4);
  const every = Math.max(1, Math.ceil(NAME_WIDTH / Math.max(1, across.step())));
  // Counts from the newest point, so that it always has a label.
  const named = points.filter((_point, place) => (points.length - 1 - place) % every === 0);
  const x = ({ name }: PointData) => across(name) ?? 0;
  const y = ({ value }: PointData) => up(value);
  return (
    <Group left={MARGIN.left} top={MARGIN.top}>
      {ticks.map((tick) => (
        <line key={tick} x1={0} x2={width - MARGIN.left - MARGIN.right} y1={up(tick)} y2={up(tick)} stroke={GRID_COLOR} />
      ))}
      <AreaClosed data={[...points]} x={x} y={y} yScale={up} fill="var(--color-sage-100)" />
      <LinePath data={[...points]} x={x} y={y} stroke="var(--color-pine-600)" strokeWidth={2.5} strokeLinejoin="round" />
      {points.map((point) => (
        <circle
          key={point.name}
          cx={x(point)}
          cy={y(point)}
          r={3.5}
          fill="var(--color-paper)"
          stroke="var(--color-pine-600)"
          strokeWidth={2}
        />
      ))}
      <AxisLeft
        scale={up}
        tickValues={ticks}
        tickFormat={(value) => showTick(Number(value))}
        hideAxisLine
        hideTicks
        tickLabelProps={{ ...AXIS_LABEL, textAnchor: 'end', dx: -4, dy: 4 }}
      />
      <AxisBottom
        top={HEIGHT - MARGIN.top - MARGIN.bottom}
        scale={across}
        tickValues={named.map(({ name }) => name)}
        tickFormat={(name) => points.find((point) => point.name === name)?.shortName ?? ''}
        stroke={AXIS_COLOR}
        tickStroke={AXIS_COLOR}
        tickLabelProps={{ ...AXIS_LABEL, textAnchor: 'middle' }}
      />
    </Group>
  );
}
