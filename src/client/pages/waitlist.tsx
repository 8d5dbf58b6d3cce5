import type { ComponentProps } from 'react';
import { CallsProvider } from '../calls';
import { WaitlistPage } from '../features/booking/waitlist/waitlist-page';
import { SiteFrame } from '../features/site/site-frame';

export const Page = (props: ComponentProps<typeof WaitlistPage>) => (
  <CallsProvider>
    <SiteFrame>
      <WaitlistPage {...props} />
    </SiteFrame>
  </CallsProvider>
);
