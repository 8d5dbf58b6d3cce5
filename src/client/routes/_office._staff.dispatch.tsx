import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { isDay } from '../../shared/calendar-day';
import { getToday } from '../clock';
import { DispatchScreen } from '../features/dispatch/board/dispatch-screen';

type DispatchSearch = { day?: string; assign?: number };

export const Route = createFileRoute('/_office/_staff/dispatch')({
  // An unreadable value is set to undefined, since the router would keep a missing key's old value.
  validateSearch: ({ day, assign }: Record<string, unknown>): DispatchSearch => ({
    day: typeof day === 'string' && isDay(day) ? day : undefined,
    assign: Number.isSafeInteger(Number(assign)) && Number(assign) > 0 ? Number(assign) : undefined,
  }),
  head: () => ({ meta: [{ title: 'Dispatch' }] }),
  component: Dispatch,
});

const route = getRouteApi('/_office/_staff/dispatch');

function Dispatch() {
  const { day = getToday(), assign } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <DispatchScreen
      day={day}
      assign={assign}
      onDay={(next) => void navigate({ search: { day: next }, replace: true })}
      onAssignClosed={() => void navigate({ search: (search) => ({ ...search, assign: undefined }), replace: true })}
    />
  );
}
