import type { ComponentProps } from 'react';
import { SiteFrame } from '../features/site/site-frame';
import { OrderPage } from '../features/store/order-page';

export const Page = (props: ComponentProps<typeof OrderPage>) => (
  <SiteFrame>
    <OrderPage {...props} />
  </SiteFrame>
);
