import { windowBounds } from '../shared/booking';
import { BOOKING_SERVICE_TYPES, startOf, TIME_WINDOWS, type TimeWindow } from '../shared/booking-words';
