import '../../staff.css';
import { Outlet } from '@tanstack/react-router';
import { CallsProvider } from '../../calls';
import { TooltipProvider } from '../../ui/tooltip';

export const OfficeFrame = () => (
  <CallsProvider>
    <TooltipProvider>
      <Outlet />
    </TooltipProvider>
  </CallsProvider>
);
