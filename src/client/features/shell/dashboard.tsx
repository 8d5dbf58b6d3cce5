import type { ReactNode } from 'react';
import { SampleFacts } from '../../ui/sample-facts';
import { AdminHeader } from './admin-header';
import { Checklist } from './checklist';
import { CrewDay } from './crew-day';
import { MonthMoneyPanel } from './month-money';
import { NeedsYou } from './needs-you';
import { NextBookings } from './next-bookings';
import { ToolTiles } from './tool-tiles';
import { useChecklist, useDay, useMoney, useNeeds, useOverview } from './use-overview';

/** Shows the office's first screen around the list of quote requests. */
export const Dashboard = ({ children }: { children: ReactNode }) => (
  <>
    <AdminHeader />
    <Today>{children}</Today>
  </>
);

/** Shows the day. All of it appears at once, so that nothing moves while it loads. */
export function Today({ children }: { children?: ReactNode }) {
  const parts = [useNeeds(), useDay(), useMoney(), useChecklist(), useOverview()];
  if (parts.some(({ isFetched }) => !isFetched)) return <Skeleton />;
  return (
    <>
      <SampleFacts />
      <Checklist />
      <div className="grid grid-cols-1 gap-4 sm:gap-6 xl:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <NeedsYou />
        <div className="grid grid-cols-1 content-start gap-4 sm:gap-6">
          <CrewDay />
          <MonthMoneyPanel />
          <NextBookings />
        </div>
      </div>
      <ToolTiles />
      {children}
    </>
  );
}

const Skeleton = () => (
  <div role="status" className="grid gap-6 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
    <span className="sr-only">Loading today...</span>
    {['h-[560px]', 'h-[560px] max-xl:hidden'].map((height) => (
      <div key={height} aria-hidden="true" className={`${height} rounded-card border border-line bg-sage-100 motion-safe:animate-pulse`} />
    ))}
  </div>
);
