import '../../staff.css';
import { Outlet } from '@tanstack/react-router';

/** Frame of the office's screens: the staff style sheet. The login needs nothing else. */
export const OfficeFrame = () => <Outlet />;
