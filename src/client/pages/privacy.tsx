import type { ComponentProps } from 'react';
import { LegalPage } from '../features/legal/legal-page';
import { SiteFrame } from '../features/site/site-frame';

export const Page = (props: Omit<ComponentProps<typeof LegalPage>, 'page'>) => (
  <SiteFrame>
    <LegalPage page="privacy" {...props} />
  </SiteFrame>
);
