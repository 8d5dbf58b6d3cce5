import '../../staff.css';
import { Outlet } from '@tanstack/react-router';
import { CallsProvider } from '../../calls';
import { TooltipProvider } from '../../ui/tooltip';

/** Frame of every office screen: style sheet, tRPC client and tooltips. */
export function OfficeFrame() {
  return (
    <CallsProvider>
      <TooltipProvider>
        <Outlet />
      </TooltipProvider>
    </CallsProvider>
  );
}
