import type { ReactNode } from 'react';
import { useWidth } from './use-width';

type ChartFigureProps = {
  label: string;
  height: number;
  /** The figures as a table; the first column names the row. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  legend?: ReactNode;
  draw: (width: number) => ReactNode;
};

export function ChartFigure({ label, height, columns, rows, legend, draw }: ChartFigureProps) {
  const [width, ref] = useWidth(480);
  return (
    <figure ref={ref} className="grid min-w-0 gap-3">
      {legend}
      <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`} className="block max-w-full">
        {draw(width)}
      </svg>
      <details>
        <summary className="inline-flex min-h-11 items-center text-pine-700 underline underline-offset-4 lg:min-h-8">
          Show the figures
        </summary>
        <FiguresTable columns={columns} rows={rows} />
      </details>
    </figure>
  );
}

const FiguresTable = ({ columns, rows }: Pick<ChartFigureProps, 'columns' | 'rows'>) => (
  <table className="mt-2 w-full text-[15px] tabular-nums">
    <thead className="text-muted text-sm">
      <tr className="border-line border-b">
        {columns.map((name) => (
          <th key={name} scope="col" className="pb-1.5 pl-3 text-right font-normal first:pl-0 first:text-left">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name = '', ...figures]) => (
        <tr key={name} className="border-line border-b">
          <th scope="row" className="py-1.5 text-left font-normal [overflow-wrap:anywhere]">
            {name}
          </th>
          {figures.map((figure, place) => (
            <td key={columns[place + 1]} className="py-1.5 pl-3 text-right">
              {figure}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

export const ChartLegend = ({ entries }: { entries: readonly { name: string; color: string; figure?: string }[] }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
    {entries.map(({ name, color, figure }) => (
      <li key={name} className="inline-flex items-center gap-1.5">
        <svg viewBox="0 0 12 12" className="size-3 shrink-0" aria-hidden="true">
          <rect width="12" height="12" rx="3" fill={color} />
        </svg>
        {name} {figure && <b className="font-semibold tabular-nums">{figure}</b>}
      </li>
    ))}
  </ul>
);
