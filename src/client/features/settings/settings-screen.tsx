import { trpc } from '../../trpc';
import { PageTitle } from '../../ui/page-title';
import { ErrorState, ListSkeleton } from '../../ui/states';
import { SettingsForm } from './settings-form';

/** What the owner decides about the store and the bookings. */
export function SettingsScreen() {
  const settings = trpc.settings.get.useQuery();
  return (
    <>
      <header>
        <PageTitle>Settings</PageTitle>
        <p className="mt-1 text-muted">What you decide about the store and the bookings. Visitors see a change with their next page.</p>
      </header>
      {settings.isPending && <ListSkeleton label="Loading settings..." />}
      {settings.isError && <ErrorState text="The settings could not be loaded." onRetry={() => void settings.refetch()} />}
      {settings.data && <SettingsForm settings={settings.data} />}
    </>
  );
}
