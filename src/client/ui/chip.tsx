import { clsx } from 'clsx';

export type Tone = 'waiting' | 'active' | 'good' | 'bad' | 'quiet';
const TONES: Record<Tone, string> = {
  waiting: 'bg-amber-100 text-amber-700',
  active: 'bg-blue-100 text-blue-700',
  good: 'bg-sage-100 text-pine-700',
  bad: 'bg-red-100 text-red-600',
  quiet: 'bg-line/60 text-muted',
};

/** Shows a state as a dot and a word, never by colour alone. */
export const Chip = ({ tone, children }: { tone: Tone; children: string }) => (
  <span
    className={clsx(
      'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 py-1.5 font-semibold text-[12.5px] leading-none',
      TONES[tone],
    )}
  >
    <span aria-hidden="true" className="size-[7px] rounded-full bg-current" />
    {children}
  </span>
);
