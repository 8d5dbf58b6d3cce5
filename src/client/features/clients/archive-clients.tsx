import { MOST_ROWS } from '../../../shared/bulk';
import type { ClientRow } from '../../../shared/clients';
import { formatCount } from '../../../shared/counts';
import { trpc } from '../../trpc';
import { BulkButton } from '../../ui/bulk-button';
import { MutationButton } from '../../ui/mutation-button';

type Archivable = Pick<ClientRow, 'id' | 'name' | 'isActive'>;
const failure = 'Failed to save the client. Please try again.';
const getDone =
  (name: string) =>
  (_results: unknown, { isActive }: { isActive: boolean }) =>
    isActive
      ? { title: 'Client Active Again', description: `${name} may get proposals and review requests again.` }
      : { title: 'Client Archived', description: `${name} stays on the list, but gets no more proposals or review requests.` };

/** Archives a client or makes them active again. */
export const ArchiveClient = ({ client: { id, name, isActive } }: { client: Archivable }) => (
  <MutationButton
    label={isActive ? 'Archive' : 'Make Active'}
    about={name}
    procedure={trpc.clients.setActive}
    input={{ ids: [id], isActive: !isActive }}
    failure={failure}
    done={getDone(name)}
    undo={{
      procedure: trpc.clients.setActive,
      // The client has changed by then, so the way back follows from the call.
      input: (_results, sent) => ({ ids: [id], isActive: !sent.isActive }),
      failure,
      done: getDone(name),
    }}
  />
);

const listOutcome = (isActive: boolean) => (clients: number) =>
  `${formatCount(clients, 'client is', 'clients are')} ${isActive ? 'active again' : 'archived'}`;

type BulkProps = { clients: readonly Archivable[]; onDone: () => void };

/** Archives the active ones of the selected clients, and makes the archived ones active again. */
export const ClientsInBulk = (props: BulkProps) => (
  <>
    <SetActive {...props} label="Archive" isActive={false} />
    <SetActive {...props} label="Make Active" isActive />
  </>
);

function SetActive({ clients, onDone, label, isActive }: BulkProps & { label: string; isActive: boolean }) {
  const rows = clients.filter((client) => client.isActive !== isActive);
  return (
    // Hidden rather than left out, so that its report outlives the rows that it changed.
    <span className={rows.length === 0 ? 'hidden' : 'contents'}>
      <BulkButton
        label={label}
        rows={rows}
        most={MOST_ROWS}
        about={({ name }) => name}
        procedure={trpc.clients.setActive}
        input={(ids) => ({ ids, isActive })}
        failure="Failed to save the clients. Please try again."
        done={listOutcome(isActive)}
        undo={{
          procedure: trpc.clients.setActive,
          input: (ids) => ({ ids, isActive: !isActive }),
          failure: 'Failed to undo the change. Please try again.',
          done: listOutcome(!isActive),
        }}
        onDone={onDone}
      />
    </span>
  );
}
