import { getPhase } from '../../../../shared/dispatch';
import type { MapJob } from '../../../../shared/map';
import type { Position } from '../../../../shared/position';
import { directionsLinks, planRoute, routeLengthKm } from '../../../../shared/route-plan';
import { findTown } from '../../../../shared/towns';

/** Job on the map, with its number in the route; `town` is where it is drawn if its own position is unknown. */
export type Pin = { job: MapJob; number: number; position: Position; town: string | undefined };
export type DayPlan = {
  pins: Pin[];
  /** Jobs without a position, also those that are drawn at their town. */
  unplaced: { job: MapJob; town: string | undefined }[];
  straightLineKm: number;
  links: string[];
};

export function planDay(depot: Position, jobs: readonly MapJob[]): DayPlan {
  const placed = jobs.flatMap((job) => {
    const town = job.position ? undefined : findTown(job.address);
    const position = job.position ?? (town && { latitude: town.latitude, longitude: town.longitude });
    return position ? [{ job, position, town: town?.name }] : [];
  });
  const stops = placed.map(({ job, position }) => ({
    id: job.id,
    position,
    isUrgent: job.priority === 'urgent',
    hasFixedWindow: job.hasFixedWindow,
    startsAt: job.scheduledDate,
  }));
  const route = planRoute(depot, stops);
  const numbers = new Map(route.map(({ id }, place) => [id, place + 1]));
  const pins = placed.map((pin) => ({ ...pin, number: numbers.get(pin.job.id) ?? 0 })).sort((a, b) => a.number - b.number);
  const toDo = pins.filter(({ job }) => getPhase(job.status) !== 'done');
  return {
    pins,
    unplaced: jobs.filter(({ position }) => position === null).map((job) => ({ job, town: findTown(job.address)?.name })),
    straightLineKm: routeLengthKm(depot, route),
    links: directionsLinks(
      depot,
      toDo.map(({ job, position, town }) => (town === undefined ? position : job.address)),
    ),
  };
}
