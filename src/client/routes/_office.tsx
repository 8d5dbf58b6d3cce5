import { createFileRoute } from '@tanstack/react-router';
import { OfficeFrame } from '../features/shell/office-frame';
import { Spinner } from '../ui/public/spinner';
import { ErrorState } from '../ui/states';

/** The staff side, rendered in the browser only, with its own style sheet and data. */
export const Route = createFileRoute('/_office')({
  ssr: false,
  pendingComponent: Spinner,
  head: () => ({ meta: [{ title: 'Office' }, { name: 'robots', content: 'noindex' }] }),
  component: OfficeFrame,
  errorComponent: () => (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center p-6">
      <ErrorState text="The office could not be loaded. Check your connection and try again." onRetry={() => window.location.reload()} />
    </main>
  ),
});
