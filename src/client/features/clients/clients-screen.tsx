import { clientInput } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FilterPills } from '../../ui/filter-pills';
import { CheckField, SaveForm, TextField, useSchemaForm } from '../../ui/form';
import { LoadMore } from '../../ui/load-more';
import { PAGED } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { SearchBox } from '../../ui/search-box';
import { formatNothingFound } from '../../ui/short-search';
import { EmptyState } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import { ADDRESS_FIELD, COMPANY_FIELD, CONTACT_FIELDS, PHOTO_CONSENT } from './client-fields';
import type { ClientsSearch } from './clients-search';
import { ClientsTable } from './clients-table';

const STATUSES = [
  { value: undefined, label: 'All' },
  { value: 'lead', label: 'Lead' },
  { value: 'one-time', label: 'One-time' },
  { value: 'recurring', label: 'Recurring' },
  { value: 'lapsed', label: 'Lapsed' },
] as const;
const PAGE = 25;

type ClientsScreenProps = { search: ClientsSearch; onSearch: (search: ClientsSearch) => void; onOpen: (id: number) => void };

export function ClientsScreen({ search, onSearch, onOpen }: ClientsScreenProps) {
  const { status, q, sort } = search;
  const setIsAdding = (isAdding: boolean) => onSearch({ ...search, new: isAdding ? 1 : undefined });
  const list = trpc.clients.list.useInfiniteQuery(
    { limit: PAGE, ...(status && { status }), ...(q && { search: q }), ...(sort && { sort }) },
    PAGED,
  );
  return (
    <>
      <ScreenHeader title="Clients" text="Your clients, how to reach them, and their history with you.">
        <Button isNew look="button-primary max-sm:w-full" label="New Client" onPress={() => setIsAdding(true)} />
      </ScreenHeader>
      <NewClient isOpen={search.new === 1} onOpenChange={setIsAdding} onAdded={onOpen} />
      <Filters search={search} onSearch={onSearch} />
      <ClientsTable
        list={list}
        sort={sort}
        onSort={(next) => onSearch({ ...search, sort: next })}
        empty={
          list.hasNextPage ? (
            <NoMatchYet list={list} />
          ) : (
            <NoClients search={search} onShowAll={() => onSearch({})} onAdd={() => setIsAdding(true)} />
          )
        }
      />
    </>
  );
}

const Filters = ({ search, onSearch }: Pick<ClientsScreenProps, 'search' | 'onSearch'>) => (
  <div className="grid gap-3">
    <SearchBox
      label="Search clients"
      placeholder="Search name, e-mail, phone or address"
      value={search.q ?? ''}
      onSearch={(q) => onSearch({ ...search, q: q || undefined })}
      className="max-w-xl"
    />
    <FilterPills legend="Status" filters={STATUSES} value={search.status} onFilter={(status) => onSearch({ ...search, status })} />
  </div>
);

/** Offers to search on after a page without any match, which a filter by status may have. */
const NoMatchYet = ({ list }: { list: Parameters<typeof LoadMore>[0]['list'] }) => (
  <div className="grid gap-4">
    <p className="text-muted">No match among the clients searched so far. Load more to search older ones.</p>
    <LoadMore list={list} />
  </div>
);

function NoClients({ search: { status, q }, onShowAll, onAdd }: { search: ClientsSearch; onShowAll: () => void; onAdd: () => void }) {
  if (!status && !q)
    return (
      <EmptyState
        heading="h2"
        title="No clients yet"
        text="A client is added when you confirm a quote request or when a visitor books. You can also add one by hand."
        action="Add a Client"
        onAction={onAdd}
        look="button-dark"
      />
    );
  const text = q ? formatNothingFound(q, 'clients') : 'No client has this status right now.';
  return <EmptyState heading="h2" title="No clients match" text={text} action="Show All Clients" onAction={onShowAll} />;
}

type NewClientProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onAdded: (id: number) => void };

const NewClient = ({ isOpen, onOpenChange, onAdded }: NewClientProps) => (
  <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="New client" text="Their contact details and the address to clean.">
    <NewClientForm onCancel={() => onOpenChange(false)} onAdded={onAdded} />
  </Dialog>
);

function NewClientForm({ onCancel, onAdded }: { onCancel: () => void; onAdded: (id: number) => void }) {
  const form = useSchemaForm(clientInput, { name: '', email: '', phone: '', address: '', notes: '', company: '', photoConsent: false });
  const create = trpc.clients.create.useMutation({
    meta: { failure: 'Failed to add the client. Please try again.' },
    onSuccess: ({ id, name }) => {
      showToast({ title: 'Client Added', description: `${name} was added to your clients.` });
      // This one step also closes the form. After two at once, the browser's Back would open the form again.
      onAdded(id);
    },
  });
  return (
    <SaveForm form={form} call={create} input={(values) => values} onCancel={onCancel} submit="Add Client">
      {CONTACT_FIELDS.map((field) => (
        <TextField key={field.name} form={form} {...field} />
      ))}
      <TextField form={form} {...ADDRESS_FIELD} />
      <TextField form={form} {...COMPANY_FIELD} />
      <TextField form={form} name="notes" label="Notes" rows={3} />
      <CheckField form={form} name="photoConsent" label={PHOTO_CONSENT} />
    </SaveForm>
  );
}
