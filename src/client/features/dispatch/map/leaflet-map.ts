// Comes first: Leaflet cannot load without it.
import './trusted-probe';
import 'leaflet/dist/leaflet.css';
import { divIcon, Map as LeafletMap, latLngBounds, layerGroup, marker, Polyline, SVG, TileLayer } from 'leaflet';
import type { Position } from '../../../../shared/position';
import { TOWNS } from '../../../../shared/towns';
import type { Pin } from './day-plan';
import { drawDepot, drawPin, drawTown } from './pin-elements';

type MapOptions = { tileUrl: string | null; onChoose: (jobId: number) => void; onScale: (metresPerPixel: number) => void };
export type MapContents = { depot: Position; pins: readonly Pin[]; chosenId: number | undefined };

const toLatLng = ({ latitude, longitude }: Position): [number, number] => [latitude, longitude];
const EQUATOR_METRES = 40_075_016.686;
const PIN_SIZE = 44;
/** Zoom from which on the names of neighbouring towns have room. */
const NEIGHBOURS_ZOOM = 9;
const APART_PIXELS = 20;

function openMap(container: HTMLElement, hasTiles: boolean): LeafletMap {
  const isMoving = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  return new LeafletMap(container, {
    zoomControl: false,
    attributionControl: false,
    minZoom: 5,
    maxZoom: 18,
    // Tiles are sharp at whole steps only.
    zoomSnap: hasTiles ? 1 : 0.25,
    zoomAnimation: isMoving,
    fadeAnimation: isMoving,
    markerZoomAnimation: isMoving,
    inertia: isMoving,
    renderer: new SVG(),
  });
}

/** Returns a marker made of our own element: the content security policy refuses HTML written as text. */
const elementMarker = (
  position: Position,
  html: HTMLElement,
  anchor: [number, number],
  more: { zIndexOffset?: number; pane?: string } = {},
) =>
  marker(toLatLng(position), {
    icon: divIcon({ html, className: '', iconSize: [PIN_SIZE, PIN_SIZE], iconAnchor: anchor }),
    keyboard: false,
    ...more,
  });

function addTowns(map: LeafletMap): void {
  map.createPane('towns').style.zIndex = '450';
  const labels = (isServed: boolean) =>
    layerGroup(
      TOWNS.filter((town) => town.isServed === isServed).map((town) =>
        marker(toLatLng(town), {
          icon: divIcon({ html: drawTown(town.name, isServed), className: '', iconSize: [0, 0] }),
          interactive: false,
          keyboard: false,
          pane: 'towns',
        }),
      ),
    );
  const neighbours = labels(false);
  labels(true).addTo(map);
  const showNeighbours = () => (map.getZoom() >= NEIGHBOURS_ZOOM ? neighbours.addTo(map) : neighbours.remove());
  map.on('zoomend', showNeighbours);
  showNeighbours();
}

/** Pairs each pin with the number of pins drawn at the same place before it. */
function withPlaceInHeap(pins: readonly Pin[]): [pin: Pin, place: number][] {
  const heaps = new Map<string, number>();
  return pins.map((pin) => {
    const key = toLatLng(pin.position)
      .map((degrees) => degrees.toFixed(5))
      .join();
    const place = heaps.get(key) ?? 0;
    heaps.set(key, place + 1);
    return [pin, place];
  });
}

export function drawMap(container: HTMLElement, { tileUrl, onChoose, onScale }: MapOptions) {
  const map = openMap(container, tileUrl !== null);
  const drawn = layerGroup().addTo(map);
  let contents: MapContents | undefined;

  const showAll = () => {
    if (!contents) return;
    const places = [contents.depot, ...contents.pins.map(({ position }) => position)];
    map.fitBounds(latLngBounds(places.map(toLatLng)), { padding: [48, 48], maxZoom: 14 });
  };
  const reportScale = () => onScale((EQUATOR_METRES * Math.cos((map.getCenter().lat * Math.PI) / 180)) / 2 ** (map.getZoom() + 8));
  const draw = ({ depot, pins, chosenId }: MapContents) => {
    drawn.clearLayers();
    const way = [depot, ...pins.map(({ position }) => position)].map(toLatLng);
    drawn.addLayer(new Polyline(way, { color: 'var(--color-pine-600)', weight: 2.5, opacity: 0.8, dashArray: '2 7', interactive: false }));
    drawn.addLayer(elementMarker(depot, drawDepot(), [PIN_SIZE / 2, PIN_SIZE / 2]));
    for (const [pin, place] of withPlaceInHeap(pins)) {
      const isChosen = pin.job.id === chosenId;
      const anchor: [number, number] = [PIN_SIZE / 2 - place * APART_PIXELS, PIN_SIZE / 2];
      const zIndexOffset = isChosen ? 10_000 : 100;
      const drawnPin = elementMarker(pin.position, drawPin(pin, isChosen), anchor, { zIndexOffset });
      drawn.addLayer(drawnPin.on('click', () => onChoose(pin.job.id)));
    }
  };

  return {
    /** Shows these jobs. The view moves if the jobs changed, or to a newly chosen one. */
    show: (next: MapContents) => {
      const before = contents;
      contents = next;
      const isOther = (a: MapContents, b: MapContents) => getKey(a) !== getKey(b);
      if (!before || isOther(before, next)) showAll();
      if (!before) start(map, tileUrl, reportScale);
      draw(next);
      const chosen = next.pins.find(({ job }) => job.id === next.chosenId);
      if (chosen && before?.chosenId !== next.chosenId) map.panInside(toLatLng(chosen.position), { padding: [64, 64] });
    },
    showAll,
    zoomIn: () => void map.zoomIn(),
    zoomOut: () => void map.zoomOut(),
    close: () => void map.remove(),
  };
}
export type DrawnMap = ReturnType<typeof drawMap>;

const getKey = ({ depot, pins }: MapContents): string => JSON.stringify([depot, pins.map(({ job, position }) => [job.id, position])]);

/** Adds the layers for which the map must have a view already. */
function start(map: LeafletMap, tileUrl: string | null, reportScale: () => void): void {
  if (tileUrl !== null) new TileLayer(tileUrl, { maxZoom: 18 }).addTo(map);
  addTowns(map);
  // Hidden from screen readers, which get the list beside the map.
  map.getPane('mapPane')?.setAttribute('aria-hidden', 'true');
  map.on('zoomend moveend', reportScale);
  reportScale();
}
