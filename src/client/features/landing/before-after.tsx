import type { PagePhoto } from '../../../shared/website-schemas';
import { Photo } from './photo';

/** Draws the border between the photos where the slider stands. */
const showSplit = (slider: HTMLInputElement | null) => slider?.parentElement?.style.setProperty('--split', `${slider.value}%`);

const SIZES = '(min-width: 1200px) 1136px, calc(100vw - 36px)';
const LABEL = 'pointer-events-none absolute top-3 rounded-full bg-pine-950/80 px-3 py-1 font-semibold text-sm text-white';

/** Shows two photos of the same place over each other, with a slider that uncovers one or the other. Without scripts each has a half. */
export const BeforeAfter = ({ before, after }: { before: PagePhoto; after: PagePhoto }) => (
  <div className="on-pine relative aspect-3/2 overflow-hidden rounded-[22px] bg-sage-200 md:aspect-2/1">
    <Photo photo={after} sizes={SIZES} className="absolute inset-0 size-full object-cover" />
    <Photo
      photo={before}
      sizes={SIZES}
      className="absolute inset-0 size-full object-cover [clip-path:inset(0_calc(100%-var(--split,50%))_0_0)]"
    />
    <span className={`${LABEL} left-3`}>Before</span>
    <span className={`${LABEL} right-3`}>After</span>
    <input
      ref={showSplit}
      type="range"
      min={0}
      max={100}
      defaultValue={50}
      autoComplete="off"
      aria-label="Show more of the photo before the cleaning"
      className="absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0 print:hidden"
      onInput={({ currentTarget }) => showSplit(currentTarget)}
    />
    <span aria-hidden="true" className="pointer-events-none absolute inset-0 translate-x-(--split,50%) print:hidden">
      <span className="absolute inset-y-0 -left-0.5 grid w-1 place-items-center bg-paper in-[:has(>:focus-visible)]:outline-3 in-[:has(>:focus-visible)]:outline-citrus-400">
        <span className="grid size-11 place-items-center rounded-full bg-paper font-bold text-pine-900 shadow-card">↔</span>
      </span>
    </span>
  </div>
);
