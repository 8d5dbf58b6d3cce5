import { useCallback } from 'react';
import { CallsProvider } from '../calls';
import { Appointments } from '../features/booking/appointments';
import { type Chosen, readChosen } from '../features/booking/chosen';
import { SiteFrame } from '../features/site/site-frame';
import { hasStepBack, useSearchParams } from '../ui/public/search-params';

const RENDERED = {};

export function Page({ today }: { today: string }) {
  const [chosen, change] = useSearchParams(readChosen, RENDERED);
  // A dialog is a step in the history, so that "back" closes it; a day and a service are not.
  const choose = useCallback((part: Chosen) => change(part, part.slot !== undefined), [change]);
  return (
    <CallsProvider>
      <SiteFrame>
        <Appointments
          today={today}
          chosen={chosen}
          onChoose={choose}
          onCloseSlot={() => (hasStepBack() ? window.history.back() : choose({ slot: undefined }))}
        />
      </SiteFrame>
    </CallsProvider>
  );
}
