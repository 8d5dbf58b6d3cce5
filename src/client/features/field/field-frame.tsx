import '../../staff.css';
import { Outlet } from '@tanstack/react-router';
import { CallsProvider } from '../../calls';
import { createMemberClient } from '../../trpc';

/** What every screen of the cleaners stands in: the staff side's style sheet, and calls that carry the member's cookie alone. */
export const FieldFrame = () => (
  <CallsProvider createClient={createMemberClient}>
    <Outlet />
  </CallsProvider>
);
