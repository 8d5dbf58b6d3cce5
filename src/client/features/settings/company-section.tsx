import { trpc } from '../../trpc';
import { ErrorState, ListSkeleton } from '../../ui/states';
import { CompanyForm } from './company-form';

/** Who the company is, its logo, and when it is open. */
export function CompanySection() {
  const settings = trpc.settings.get.useQuery();
  if (settings.isPending) return <ListSkeleton label="Loading settings..." />;
  if (settings.isError) return <ErrorState text="The settings could not be loaded." onRetry={() => void settings.refetch()} />;
  return <CompanyForm facts={settings.data.company} />;
}
