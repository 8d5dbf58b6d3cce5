import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';

/** Size of the drawing, which is stretched to the width of its place. */
const SIZE = { width: 320, height: 56 };
const PAD = 3;

type SparklineProps = {
  label: string;
  /** The figures as a table for screen readers; the first column names the row. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The line drawn on top, and the one to compare it with. */
  line: readonly number[];
  before: readonly number[];
};

/** Draws a small line without axes over the line that it is compared with. */
export function Sparkline({ label, columns, rows, line, before }: SparklineProps) {
  const all = [...line, ...before];
  const across = scaleLinear({ domain: [0, Math.max(1, Math.max(line.length, before.length) - 1)], range: [PAD, SIZE.width - PAD] });
  const up = scaleLinear({ domain: [Math.min(0, ...all), Math.max(1, ...all)], range: [SIZE.height - PAD, PAD] });
  const path = { x: (_: number, place: number) => across(place), y: (value: number) => up(value) };
  return (
    <figure className="relative min-w-0">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
        className="block h-14 w-full"
      >
        <LinePath
          data={[...before]}
          {...path}
          stroke="var(--color-control)"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
        <LinePath data={[...line]} {...path} stroke="var(--color-pine-600)" strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = '', ...figures]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {figures.map((figure, place) => (
                  <td key={columns[place + 1]}>{figure}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
