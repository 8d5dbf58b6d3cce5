import { CoverPage } from '../features/cover/cover-page';
import { SiteFrame } from '../features/site/site-frame';

export const Page = () => (
  <SiteFrame>
    <CoverPage />
  </SiteFrame>
);
