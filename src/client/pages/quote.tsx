import type { ComponentProps } from 'react';
import { QuotePage } from '../features/quoting/quote-page';
import { SiteFrame } from '../features/site/site-frame';

export const Page = (props: ComponentProps<typeof QuotePage>) => (
  <SiteFrame>
    <QuotePage {...props} />
  </SiteFrame>
);
