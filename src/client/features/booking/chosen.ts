import { BOOKING_SERVICE_TYPES, type BookingServiceType, MAX_BOOKING_MINUTES } from '../../../shared/booking';
import { isDay } from '../../../shared/calendar-day';
import type { SearchParams } from '../../ui/public/search-params';
import { type Rooms, readRooms } from './wanted-rooms';

/** Search parameters of the page: the day, the service, the slot with the open dialog, and the job of a package or an estimate. */
export type Chosen = {
  date?: string | undefined;
  service?: BookingServiceType | undefined;
  slot?: number | undefined;
  /** Minutes. */
  duration?: number | undefined;
  /** Dollars. */
  cost?: number | undefined;
} & Rooms;

const MOST_DOLLARS = 99_999_999;
const numberIn = (text: string | undefined, max: number): number | undefined => {
  const value = Number(text || Number.NaN);
  return value >= 0 && value <= max ? value : undefined;
};

export function readChosen({ date, service, slot, duration, cost, ...rooms }: SearchParams): Chosen {
  const minutes = numberIn(duration, MAX_BOOKING_MINUTES);
  return {
    date: date !== undefined && isDay(date) ? date : undefined,
    service: BOOKING_SERVICE_TYPES.find((known) => known === service),
    slot: Number.isSafeInteger(Number(slot || Number.NaN)) ? Number(slot) : undefined,
    duration: Number.isInteger(minutes) ? minutes : undefined,
    cost: numberIn(cost, MOST_DOLLARS),
    ...readRooms(rooms),
  };
}
