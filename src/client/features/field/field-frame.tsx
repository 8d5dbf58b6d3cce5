import '../../staff.css';
import { Outlet } from '@tanstack/react-router';
import { CallsProvider } from '../../calls';
import { useStaffScheme } from '../../color-scheme';
import { createMemberClient } from '../../trpc';

/** Frame of the cleaners' screens: the staff style sheet, and calls that send the member's cookie only. */
export function FieldFrame() {
  useStaffScheme();
  return (
    <CallsProvider createClient={createMemberClient}>
      <Outlet />
    </CallsProvider>
  );
}
