import { ChooseClient } from './choose-client';
import type { PortalData } from './load-portal';
import { OpenPage } from './open-page';
import { SignIn } from './sign-in';
import { SmallPage } from './small-page';

/** Shows one of the pages below /my. */
export function PortalPage({ data }: { data: PortalData }) {
  switch (data.view) {
    case 'sign-in':
      return <SignIn />;
    case 'choose':
      return <ChooseClient clients={data.clients} />;
    case 'open':
      return <OpenPage token={data.token} signedInAs={data.signedInAs} />;
    case 'home':
      return <SmallPage title={`Hello, ${data.account.name}`}>{null}</SmallPage>;
  }
}
