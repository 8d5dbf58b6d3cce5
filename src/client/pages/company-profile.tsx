import { ProfilePage } from '../features/profile/profile-page';
import { SiteFrame } from '../features/site/site-frame';

export const Page = ({ today }: { today: string }) => (
  <SiteFrame>
    <ProfilePage today={today} />
  </SiteFrame>
);
