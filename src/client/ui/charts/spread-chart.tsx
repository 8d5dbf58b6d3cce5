import { Group } from '@visx/group';
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { ChartFigure, ChartLegend } from './chart-figure';

const HEIGHT = 56;
const GAP = 3;
/** Narrower parts show their figure in the legend only. */
const FIGURE_WIDTH = 26;

type Part = { name: string; value: number; color: string; ink: string };
type SpreadChartProps = { title: string; columns: readonly [names: string, value: string]; parts: readonly Part[] };

export function SpreadChart({ title, columns, parts }: SpreadChartProps) {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const share = (value: number) => `${total === 0 ? 0 : Math.round((value / total) * 100)}%`;
  const drawn = parts.map((part, place) => ({ ...part, from: parts.slice(0, place).reduce((sum, { value }) => sum + value, 0) }));
  return (
    <ChartFigure
      label={`${title}. ${parts.map(({ name, value }) => `${name}: ${value}`).join('; ')}.`}
      height={HEIGHT}
      columns={[...columns, 'Share']}
      rows={parts.map(({ name, value }) => [name, String(value), share(value)])}
      legend={<ChartLegend entries={parts.map(({ name, value, color }) => ({ name, color, figure: String(value) }))} />}
      draw={(width) => {
        const along = scaleLinear({ domain: [0, Math.max(1, total)], range: [0, width] });
        return drawn
          .filter(({ value }) => value > 0)
          .map(({ name, value, color, ink, from }) => {
            const partWidth = Math.max(2, along(value) - GAP);
            return (
              <Group key={name} left={along(from)}>
                <Bar width={partWidth} height={HEIGHT} rx={6} fill={color} />
                {partWidth >= FIGURE_WIDTH && (
                  <text x={partWidth / 2} y={HEIGHT / 2 + 5} textAnchor="middle" fontSize={15} fontWeight={600} fill={ink}>
                    {value}
                  </text>
                )}
              </Group>
            );
          });
      }}
    />
  );
}
