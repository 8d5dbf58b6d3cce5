import { useEffect, useState } from 'react';
import { getWeekday } from '../../../shared/calendar-day';
import { isOpen } from '../../../shared/company-facts';
import { businessDay, businessTime, formatClock } from '../../../shared/time';
import { getNow } from '../../clock';
import { trpc } from '../../trpc';
import { useCompany } from '../../ui/public/company';
import { ScreenHeader } from '../../ui/screen-header';
import { formatTime } from '../../ui/times';

export function AdminHeader() {
  const session = trpc.session.current.useQuery();
  return (
    <ScreenHeader title="Admin Dashboard" text={session.data ? `Logged in until ${formatTime(session.data.expiresAt)}` : 'Logged in'}>
      <CompanyClock />
    </ScreenHeader>
  );
}

function CompanyClock() {
  const { hours } = useCompany();
  const [now, setNow] = useState(getNow);
  // Ticks with the browser's clock; the time shown is the company's, wherever the browser is.
  useEffect(() => {
    const timer = setInterval(() => setNow(getNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const isOpenNow = isOpen(getWeekday(businessDay(now)), businessTime(now), hours);
  return (
    <div className="text-sm sm:text-right sm:text-[15px]">
      <p role="timer" aria-label="Company time" className="font-semibold tabular-nums">
        {formatClock(now)} <span className="font-normal text-muted">Pacific time</span>
      </p>
      <p className="text-muted">
        {isOpenNow ? 'Open' : 'Closed'} · {hours.text.join(', ')}
      </p>
    </div>
  );
}
