import { Today } from '../../src/client/features/shell/dashboard';
import { TooltipProvider } from '../../src/client/ui/tooltip';
import { openPart } from './office';

/** Shows the office's first screen with words in place of its quotes. */
export const show = () =>
  openPart(
    <TooltipProvider>
      <Today>
        <p>The quotes</p>
      </Today>
    </TooltipProvider>,
  );
export const href = (element: HTMLElement) => decodeURIComponent(element.getAttribute('href') ?? '');
