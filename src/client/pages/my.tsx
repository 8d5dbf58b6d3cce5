import type { PortalData } from '../features/portal/load-portal';
import { PortalPage } from '../features/portal/portal-page';
import { SiteFrame } from '../features/site/site-frame';

export const Page = ({ data }: { data: PortalData }) => (
  <SiteFrame>
    <PortalPage data={data} />
  </SiteFrame>
);
