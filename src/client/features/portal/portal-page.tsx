import { CallsProvider } from '../../calls';
import { ChooseClient } from './choose-client';
import { DetailsPage } from './details-page';
import { HomePage } from './home-page';
import { InvoicesPage } from './invoices-page';
import type { PortalData } from './load-portal';
import { MessagesPage } from './messages-page';
import { OpenPage } from './open-page';
import { PortalFrame } from './portal-frame';
import { SignIn } from './sign-in';
import { VisitsPage } from './visits-page';

/** Shows one of the pages below /my. */
export function PortalPage({ data }: { data: PortalData }) {
  switch (data.view) {
    case 'sign-in':
      return <SignIn />;
    case 'choose':
      return <ChooseClient clients={data.clients} />;
    case 'open':
      return <OpenPage token={data.token} signedInAs={data.signedInAs} />;
    default:
      return (
        <CallsProvider>
          <PortalFrame view={data.view} home={data.home}>
            <OwnPage data={data} />
          </PortalFrame>
        </CallsProvider>
      );
  }
}

function OwnPage({ data }: { data: Extract<PortalData, { home: unknown }> }) {
  switch (data.view) {
    case 'home':
      return <HomePage data={data} />;
    case 'visits':
      return <VisitsPage data={data} />;
    case 'invoices':
      return <InvoicesPage data={data} />;
    case 'messages':
      return <MessagesPage data={data} />;
    case 'details':
      return <DetailsPage home={data.home} />;
  }
}
