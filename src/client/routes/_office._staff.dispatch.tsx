import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { isDay } from '../../shared/calendar-day';
import { businessDay } from '../../shared/time';
import { DispatchScreen } from '../features/dispatch/board/dispatch-screen';

export const Route = createFileRoute('/_office/_staff/dispatch')({
  // A day that cannot be read is named as absent: the router would keep it otherwise.
  validateSearch: ({ day }: Record<string, unknown>): { day?: string } => ({
    day: typeof day === 'string' && isDay(day) ? day : undefined,
  }),
  head: () => ({ meta: [{ title: 'Dispatch' }] }),
  component: Dispatch,
});

const route = getRouteApi('/_office/_staff/dispatch');

function Dispatch() {
  const { day = businessDay(new Date()) } = route.useSearch();
  const navigate = route.useNavigate();
  return <DispatchScreen day={day} onDay={(next) => void navigate({ search: { day: next }, replace: true })} />;
}
