import { useState } from 'react';
import { POPUP_BLOCKED, PRINT_DELAY_MS } from '../../../shared/printing';
import { PDF_PATH, PRINT_PATH } from '../../../shared/profile';
import { Icon } from '../../ui/public/icons';
import { showToast } from '../../ui/toast/toast-store';

const POLL_MS = 100;
const TIMEOUT_MS = 15_000;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Returns true if the window has loaded the printed copy, was closed, or shows another site. */
function isReady(copy: Window): boolean {
  try {
    return copy.closed || (copy.location.pathname === PRINT_PATH && copy.document.readyState === 'complete');
  } catch {
    return true;
  }
}

async function waitForPrint(copy: Window): Promise<void> {
  for (let waited = 0; waited < TIMEOUT_MS && !isReady(copy); waited += POLL_MS) await wait(POLL_MS);
  if (!copy.closed) await wait(PRINT_DELAY_MS);
}

export function DownloadProfile() {
  const [isBusy, setIsBusy] = useState(false);
  const print = async () => {
    // Must run inside the click handler, or the browser blocks the window.
    const copy = window.open(PRINT_PATH, '_blank', 'width=900,height=1100');
    if (!copy) return showToast({ title: 'Popup Blocked', description: POPUP_BLOCKED, kind: 'destructive' });
    setIsBusy(true);
    await waitForPrint(copy);
    setIsBusy(false);
  };
  return (
    <div className="flex flex-col gap-3 py-7 sm:flex-row lg:col-start-1 lg:row-start-2 lg:self-start lg:py-8">
      <button
        type="button"
        className="button-primary min-h-13 px-6 text-[17px]"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void print()}
      >
        <Icon name="download" /> {isBusy ? 'Generating PDF...' : 'Download Company Profile'}
      </button>
      <a href={PDF_PATH} download className="button-on-pine min-h-13 px-6">
        Download as PDF
      </a>
    </div>
  );
}
