import type { ComponentProps } from 'react';
import { CallsProvider } from '../calls';
import { ManagedBookingPage } from '../features/booking/managed-booking';
import { SiteFrame } from '../features/site/site-frame';

export const Page = (props: ComponentProps<typeof ManagedBookingPage>) => (
  <CallsProvider>
    <SiteFrame>
      <ManagedBookingPage {...props} />
    </SiteFrame>
  </CallsProvider>
);
