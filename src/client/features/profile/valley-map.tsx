import { clsx } from 'clsx';
import { useCompany } from '../../ui/public/company';

/** Positions of the towns in the picture of 600 × 520, from their coordinates, adjusted so that labels do not overlap. */
const PLACES: Record<string, { x: number; y: number }> = {
  Kamloops: { x: 372, y: 316 },
  'Sun Peaks': { x: 462, y: 236 },
  Barriere: { x: 424, y: 164 },
  Clearwater: { x: 446, y: 44 },
  Ashcroft: { x: 136, y: 322 },
  'Cache Creek': { x: 124, y: 262 },
  'Logan Lake': { x: 252, y: 376 },
  Merritt: { x: 258, y: 478 },
};

export const ValleyMap = ({ towns }: { towns: readonly string[] }) => (
  <svg viewBox="0 0 600 520" className="block w-full" aria-hidden="true">
    <rect width="600" height="520" rx="22" fill="var(--color-sage-100)" />
    <g fill="var(--color-sage-200)">
      <path d="M0 120c70-60 150-30 190-90l20-30H22A22 22 0 0 0 0 22zM600 330c-70 10-120 50-130 110l-20 80h128a22 22 0 0 0 22-22zM520 0c-10 60 20 100 80 130V22A22 22 0 0 0 578 0zM0 420c60-20 110 10 130 60l10 40H22a22 22 0 0 1-22-22z" />
      <path d="M206 150c40-40 110-30 120 20s-40 70-80 60-80-40-40-80z" />
    </g>
    <g fill="none" stroke="var(--color-sky-300)" strokeLinecap="round">
      <path d="M452 0c-16 60 10 100-20 160s-50 90-62 152" strokeWidth="9" />
      <path d="M600 236c-60 40-90 20-130 50s-60 34-100 30-90-10-120 10-90 20-110-6-20-80-70-120" strokeWidth="12" />
      <path d="M138 322c-6 60-40 90-46 198" strokeWidth="8" />
    </g>
    <g fill="none" stroke="var(--color-paper)" strokeWidth="4" strokeDasharray="1 9" strokeLinecap="round">
      <path d="M372 316C390 250 410 210 424 164S440 90 446 44M372 316C300 330 200 330 136 322l-12-60M372 316c-20 60-70 120-114 162M258 478c-10-40-6-70-6-102M372 316c34-16 64-44 90-80" />
    </g>
    <path
      fill="var(--color-pine-600)"
      opacity=".55"
      d="M40 42l10 26h-6v6h-8v-6h-6zM78 26l10 26h-6v6h-8v-6h-6zM116 44l10 26h-6v6h-8v-6h-6zM268 150l10 26h-6v6h-8v-6h-6zM296 166l10 26h-6v6h-8v-6h-6zM236 168l10 26h-6v6h-8v-6h-6zM548 42l10 26h-6v6h-8v-6h-6zM574 64l10 26h-6v6h-8v-6h-6zM520 402l10 26h-6v6h-8v-6h-6zM552 378l10 26h-6v6h-8v-6h-6zM560 434l10 26h-6v6h-8v-6h-6zM40 452l10 26h-6v6h-8v-6h-6zM72 468l10 26h-6v6h-8v-6h-6z"
    />
    {towns.map((town) => (
      <Place key={town} town={town} />
    ))}
  </svg>
);

function Place({ town }: { town: string }) {
  const isHome = town === useCompany().city;
  const place = PLACES[town];
  if (!place) return null;
  const { x, y } = place;
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle
        r={isHome ? 15 : 9}
        fill={isHome ? 'var(--color-citrus-400)' : 'var(--color-paper)'}
        stroke="var(--color-pine-900)"
        strokeWidth="4"
      />
      {isHome && <circle r="5" fill="var(--color-pine-900)" />}
      <text
        x={isHome ? 25 : 18}
        y={isHome ? 9 : 6}
        className={clsx('font-display font-bold', isHome ? 'text-[26px]' : 'text-[19px]')}
        fill="var(--color-pine-950)"
        stroke="var(--color-sage-100)"
        strokeWidth="5"
        paintOrder="stroke"
      >
        {town}
      </text>
    </g>
  );
}
