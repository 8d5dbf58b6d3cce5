import type { ReactNode } from 'react';
import { AdminHeader } from './admin-header';
import { OfficeShell } from './office-shell';
import { TodaySummary } from './today-summary';
import { ToolTiles } from './tool-tiles';

/** Shows the office's first screen around the list of quote requests. */
export const Dashboard = ({ onLoggedOut, children }: { onLoggedOut: () => void; children: ReactNode }) => (
  <OfficeShell onLoggedOut={onLoggedOut}>
    <AdminHeader />
    <TodaySummary />
    {children}
    <ToolTiles />
  </OfficeShell>
);
