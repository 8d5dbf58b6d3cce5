import '../../staff.css';
import { Outlet } from '@tanstack/react-router';
import { useStaffScheme } from '../../color-scheme';

/** Frame of the office's screens: the staff style sheet. The login needs nothing else. */
export function OfficeFrame() {
  useStaffScheme();
  return <Outlet />;
}
