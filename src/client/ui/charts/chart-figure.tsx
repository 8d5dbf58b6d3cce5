import { type ReactNode, useCallback, useState } from 'react';

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

export const AXIS_COLOR = 'var(--color-muted)';
export const GRID_COLOR = 'var(--color-line)';
export const AXIS_LABEL = { fill: AXIS_COLOR, fontSize: 12, fontFamily: 'var(--font-text)' } as const;

/** Returns the width of an element in whole pixels, and the ref to put on it. */
function useWidth(initial: number): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(initial);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const found = Math.floor(entry?.contentRect.width ?? 0);
      if (found > 0) setWidth(found);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
}
