import type { ReactNode } from 'react';

type FigureCardProps = { name: string; value: string | undefined; text?: string; isUrgent?: boolean; children?: ReactNode };

/** Holds the place of a figure while it loads. */
export const FigurePlace = () => (
  <span aria-hidden="true" className="inline-block h-5 w-20 rounded-small bg-sage-100 align-middle motion-safe:animate-pulse" />
);

/** Shows a figure of a summary. `value` is undefined while loading; `children` links to what it counts. */
export const FigureCard = ({ name, value, text, isUrgent = false, children }: FigureCardProps) => (
  <div className="grid min-w-0 content-start gap-1 rounded-card border border-line bg-paper px-4 py-3.5 in-data-figure-strip:gap-0 in-data-figure-strip:border-0 in-data-figure-strip:p-0! sm:px-5">
    <dt className="text-muted text-sm">{name}</dt>
    <dd
      className={`font-bold font-display text-xl in-data-figure-strip:text-lg! sm:text-[26px] tabular-nums leading-tight [overflow-wrap:anywhere] ${isUrgent ? 'text-red-600' : ''}`}
    >
      {value ?? <FigurePlace />}
    </dd>
    {(text || children) && (
      <dd className="text-muted text-sm">
        {text} {children}
      </dd>
    )}
  </div>
);

type FigureStripProps = { label: string; layout: string; children: ReactNode };

/** Shows figure cards side by side in one card. */
export const FigureStrip = ({ label, layout, children }: FigureStripProps) => (
  <dl
    data-figure-strip
    aria-label={label}
    className={`grid grid-cols-2 gap-x-5 gap-y-3 rounded-card border border-line bg-paper px-4 py-3 sm:px-5 ${layout}`}
  >
    {children}
  </dl>
);
