import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { BOOKING_SERVICE_TYPES } from '../../shared/booking';
import { isDay } from '../../shared/calendar-day';
import { CallsProvider } from '../calls';
import { getToday } from '../clock';
import { Appointments, type Chosen } from '../features/booking/appointments';
import { readRooms } from '../features/booking/wanted-rooms';
import { SiteFrame } from '../features/site/site-frame';
import { pageHead } from '../ui/public/page-head';

const isWithin = (value: unknown, max: number): value is number => typeof value === 'number' && value >= 0 && value <= max;

export const Route = createFileRoute('/appointments')({
  validateSearch: ({ date, service, slot, duration, cost, ...rooms }: Record<string, unknown>): Chosen => {
    const type = BOOKING_SERVICE_TYPES.find((known) => known === service);
    return {
      ...(typeof date === 'string' && isDay(date) && { date }),
      ...(type && { service: type }),
      ...(Number.isSafeInteger(slot) && { slot: Number(slot) }),
      ...(isWithin(duration, 1440) && Number.isInteger(duration) && { duration }),
      ...(isWithin(cost, 99_999_999) && { cost }),
      ...readRooms(rooms),
    };
  },
  // The day is sent with the page, so that server and browser draw the same calendar around midnight.
  loader: ({ context }) => ({ today: context.today ?? getToday() }),
  head: ({ matches }) =>
    pageHead(matches, {
      path: '/appointments',
      title: 'Book Your Appointment',
      description: 'Pick a day and a time window and book your cleaning online, with 15% off the first one. Open every day, Pacific time.',
    }),
  component: Page,
});

function Page() {
  const { today } = Route.useLoaderData();
  const chosen = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  // A dialog is a step in the history, so that "back" closes it; a day and a service are not.
  const choose = useCallback(
    (change: Chosen) => void navigate({ search: (now) => ({ ...now, ...change }), replace: change.slot === undefined, resetScroll: false }),
    [navigate],
  );
  return (
    <CallsProvider>
      <SiteFrame>
        <Appointments
          today={today}
          chosen={chosen}
          onChoose={choose}
          onCloseSlot={() => (history.canGoBack() ? history.back() : choose({ slot: undefined }))}
        />
      </SiteFrame>
    </CallsProvider>
  );
}
