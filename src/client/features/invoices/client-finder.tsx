import { trpc } from '../../trpc';
import { Found, FoundList, FoundState } from './found-list';

const SHOWN = 5;
type FoundClient = { name: string; email: string; phone: string; address: string };
type ClientFinderProps = { onChoose: (client: FoundClient) => void };

export const ClientFinder = ({ onChoose }: ClientFinderProps) => (
  <FoundList label="Find a Client" placeholder="Name, e-mail, phone or address" hint="Fills in the fields below; or type them yourself.">
    {(words, clear) => (
      <FoundClients
        words={words}
        onChoose={(client) => {
          onChoose(client);
          clear();
        }}
      />
    )}
  </FoundList>
);

function FoundClients({ words, onChoose }: ClientFinderProps & { words: string }) {
  const found = trpc.clients.list.useQuery({ search: words, limit: SHOWN }, { placeholderData: (before) => before });
  const rows = found.data?.rows ?? [];
  return (
    <>
      {rows.map((client) => (
        <Found
          key={client.id}
          name={client.name}
          text={[client.email, client.phone, client.address].filter(Boolean).join(' · ')}
          onChoose={() => onChoose(client)}
        />
      ))}
      <FoundState found={found} rows={rows.length} nothing="No client has these words; a new customer is fine too." />
    </>
  );
}
