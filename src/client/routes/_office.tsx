import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OfficeFrame } from '../features/shell/office-frame';
import { Spinner } from '../ui/public/spinner';
import { ErrorState } from '../ui/states';

/** The staff side, rendered in the browser only, with its own style sheet and data. */
export const Route = createFileRoute('/_office')({
  ssr: false,
  pendingComponent: Spinner,
  head: () => ({ meta: [{ title: 'Office' }, { name: 'robots', content: 'noindex' }] }),
  component: OfficeFrame,
  errorComponent: OfficeFailed,
});

const reload = () => window.location.reload();

/** Shows that the office could not be loaded, and loads it once there is a network. */
function OfficeFailed() {
  // Follows the browser's network.
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center p-6">
      <ErrorState text="The office could not be loaded. Check your connection and try again." onRetry={reload} />
    </main>
  );
}
