import '../../staff.css';
import { Outlet } from '@tanstack/react-router';
import { CallsProvider } from '../../calls';
import { TooltipProvider } from '../../ui/tooltip';

/** What every office screen stands in: its style sheet, its calls and its tooltips. */
export function OfficeFrame() {
  return (
    <CallsProvider>
      <TooltipProvider>
        <Outlet />
      </TooltipProvider>
    </CallsProvider>
  );
}
