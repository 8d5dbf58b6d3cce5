import type { ClientProfile } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { MutationButton } from '../../ui/mutation-button';
import { Panel } from '../../ui/panel';

/** Leads to the conversation with a client and ends the sessions of the client's own page. */
export const ClientPage = ({ client: { id, name, email } }: { client: Pick<ClientProfile, 'id' | 'name' | 'email'> }) => (
  <Panel title="Client’s page">
    <p className="text-muted text-sm">
      {email
        ? 'The client signs in at /my with a link by e-mail: visits, invoices, messages and access notes.'
        : 'Add an e-mail address so that the client can sign in at /my.'}
    </p>
    <div className="flex flex-wrap gap-2">
      <ScreenLink to="/messages" search={{ view: 'conversations', client: id }} look="button-ghost lg:min-h-9" label="Write a message" />
      <MutationButton
        label="Sign out everywhere"
        procedure={trpc.clients.endPortalSessions}
        input={{ id }}
        failure="Failed to end the sessions. Please try again."
        question={{
          title: `Sign ${name} out everywhere?`,
          text: 'Every browser in which the client’s page is open is signed out. The client can sign in again with a new link.',
          action: 'Sign out everywhere',
        }}
        done={({ ended }) => ({
          title: 'Signed out',
          description: ended === 0 ? 'The client was not signed in.' : `${ended} ${ended === 1 ? 'session was' : 'sessions were'} ended.`,
        })}
      />
    </div>
  </Panel>
);
