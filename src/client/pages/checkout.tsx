import type { ComponentProps } from 'react';
import { SiteFrame } from '../features/site/site-frame';
import { CheckoutPage } from '../features/store/checkout-page';

export const Page = (props: ComponentProps<typeof CheckoutPage>) => (
  <SiteFrame>
    <CheckoutPage {...props} />
  </SiteFrame>
);
