import { useEffect, useState } from 'react';
import type { Job } from '../../../shared/field';

const show = (seconds: number) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

export function JobTimer({ job: { status, processedDate, actualDuration } }: { job: Job }) {
  if (status === 'onsite' && processedDate) return <Running since={processedDate} />;
  return actualDuration === null ? null : <span className="text-muted text-sm tabular-nums">took {actualDuration} min</span>;
}

function Running({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  // Counts with the browser's clock.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" aria-label="Time on site" className="ml-auto font-semibold tabular-nums">
      {show(Math.max(0, Math.floor((now - Date.parse(since)) / 1000)))}
    </span>
  );
}
