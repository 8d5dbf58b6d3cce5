import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapSettings } from '../../../../shared/map';
import { Attribution } from './attribution';
import type { DayPlan } from './day-plan';
import type { DrawnMap } from './leaflet-map';

type MapCanvasProps = {
  settings: MapSettings;
  pins: DayPlan['pins'];
  chosenId: number | undefined;
  onChoose: (jobId: number) => void;
};

/** Draws the jobs of the list beside it on a map. Leaflet is a chunk of its own, which our server serves. */
export function MapCanvas({ settings: { depot, tileUrl, attribution, lookUpHost }, pins, chosenId, onChoose }: MapCanvasProps) {
  const container = useRef<HTMLElement>(null);
  const [drawn, setDrawn] = useState<DrawnMap>();
  const [metresPerPixel, setMetresPerPixel] = useState<number>();
  const [hasFailed, setHasFailed] = useState(false);
  const choose = useEffectEvent(onChoose);

  // Hands the element over to Leaflet until the screen is left.
  useEffect(() => {
    let map: DrawnMap | undefined;
    let isLeft = false;
    const open = ({ drawMap }: typeof import('./leaflet-map')) => {
      if (isLeft || !container.current) return;
      map = drawMap(container.current, { tileUrl, onChoose: (id) => choose(id), onScale: setMetresPerPixel });
      setDrawn(map);
    };
    import('./leaflet-map').then(open).catch(() => !isLeft && setHasFailed(true));
    return () => {
      isLeft = true;
      setDrawn(undefined);
      map?.close();
    };
  }, [tileUrl]);
  // Passes changes on to Leaflet.
  useEffect(() => drawn?.show({ depot, pins, chosenId }), [drawn, depot, pins, chosenId]);

  return (
    <div className="relative isolate h-full overflow-hidden rounded-card border border-line bg-sage-100">
      {/* Leaflet makes it focusable, for the arrow keys. */}
      <section ref={container} aria-label="Map of the jobs; the arrow keys move it" className="z-0! size-full bg-sage-100!" />
      {!drawn && (
        <p role="status" className="absolute inset-0 grid place-items-center px-4 text-center text-muted">
          {hasFailed ? 'The map could not be loaded. The list has all of it; reload the page to try again.' : 'Loading the map...'}
        </p>
      )}
      {drawn && (
        <div className="absolute top-3 right-3 z-10 grid gap-2">
          <MapButton label="Zoom in" onPress={drawn.zoomIn}>
            +
          </MapButton>
          <MapButton label="Zoom out" onPress={drawn.zoomOut}>
            −
          </MapButton>
          <MapButton label="Show all jobs" onPress={drawn.showAll}>
            ⤢
          </MapButton>
        </div>
      )}
      <div className="pointer-events-none absolute inset-x-3 bottom-2 z-10 flex items-end gap-4">
        {metresPerPixel !== undefined && <ScaleBar metresPerPixel={metresPerPixel} />}
        <Attribution text={attribution} lookUpHost={lookUpHost} />
      </div>
    </div>
  );
}

const MapButton = ({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-label={label}
    className="grid size-11 place-items-center rounded-small border border-control bg-paper font-semibold text-xl leading-none hover:bg-sage-100"
    onClick={onPress}
  >
    <span aria-hidden="true">{children}</span>
  </button>
);

const LONGEST_PIXELS = 120;

/** Returns the longest round distance that fits: 1, 2 or 5 followed by zeros, in metres. */
function roundDistance(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  return power * ([5, 2].find((step) => step * power <= longest) ?? 1);
}

function ScaleBar({ metresPerPixel }: { metresPerPixel: number }) {
  const metres = roundDistance(LONGEST_PIXELS * metresPerPixel);
  return (
    <div
      aria-hidden="true"
      data-scale={metres}
      className="shrink-0 border-2 border-ink border-t-0 bg-paper/80 text-center font-semibold text-ink text-xs leading-tight"
      style={{ width: `${metres / metresPerPixel}px` }}
    >
      {metres >= 1000 ? `${metres / 1000} km` : `${metres} m`}
    </div>
  );
}
