import type { ComponentProps } from 'react';
import { CallsProvider } from '../calls';
import { SiteFrame } from '../features/site/site-frame';
import { VisitPage } from '../features/visits/visit-page';

export const Page = (props: ComponentProps<typeof VisitPage>) => (
  <CallsProvider>
    <SiteFrame>
      <VisitPage {...props} />
    </SiteFrame>
  </CallsProvider>
);
