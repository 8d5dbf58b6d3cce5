const LONGEST_PIXELS = 120;

/** Returns the longest round distance that fits: 1, 2 or 5 followed by zeros, in metres. */
function roundDistance(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  return power * ([5, 2].find((step) => step * power <= longest) ?? 1);
}

export function ScaleBar({ metresPerPixel }: { metresPerPixel: number }) {
  const metres = roundDistance(LONGEST_PIXELS * metresPerPixel);
  return (
    <div
      aria-hidden="true"
      data-scale={metres}
      className="shrink-0 border-2 border-pine-950 border-t-0 bg-paper/80 text-center font-semibold text-pine-950 text-xs leading-tight"
      style={{ width: `${metres / metresPerPixel}px` }}
    >
      {metres >= 1000 ? `${metres / 1000} km` : `${metres} m`}
    </div>
  );
}
