import '../../staff.css';
import { Outlet } from '@tanstack/react-router';
import { CallsProvider } from '../../calls';
import { TooltipProvider } from '../../ui/tooltip';

export function OfficeFrame() {
  return (
    <CallsProvider>
      <TooltipProvider>
        <Outlet />
      </TooltipProvider>
    </CallsProvider>
  );
}
