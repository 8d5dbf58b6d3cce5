import { useRef } from 'react';
import windowPicture from './window.svg';

/** Draws the hero's window. The pointer or the arrow keys can wipe it clean; the code for that loads when either arrives. */
export function WindowPane() {
  const slider = useRef<HTMLInputElement>(null);
  const wiping = useRef<Promise<void>>(undefined);
  const prepare = () => {
    wiping.current ??= import('./wipe')
      .then(({ startWiping }) => startWiping(slider.current))
      .catch(() => {
        wiping.current = undefined;
      });
  };
  return (
    <div className="relative mx-auto w-full max-w-[420px] self-end rounded-t-card has-focus-visible:outline-3 has-focus-visible:outline-citrus-400 lg:max-w-none">
      <img
        src={windowPicture}
        alt="A window, half of it wiped clear, onto pine hills"
        width={560}
        height={440}
        fetchPriority="high"
        className="block w-full"
      />
      <svg viewBox="-280 -220 560 440" className="absolute inset-0 size-full" aria-hidden="true">
        <g transform="translate(175 152) rotate(72)">
          <rect x="-64" y="-9" width="128" height="16" rx="8" fill="var(--color-pine-950)" />
          <rect x="-70" y="5" width="140" height="7" rx="3.5" fill="var(--color-citrus-400)" />
          <rect x="-6" y="-84" width="12" height="78" rx="6" fill="var(--color-pine-700)" />
        </g>
      </svg>
      <input
        ref={slider}
        type="range"
        min={0}
        max={100}
        step={5}
        defaultValue={0}
        autoComplete="off"
        aria-label="Wipe the window clean"
        className="absolute inset-0 size-full touch-pan-y opacity-0 print:hidden"
        onPointerEnter={prepare}
        onFocus={prepare}
      />
    </div>
  );
}
