import { createFileRoute } from '@tanstack/react-router';
import { OfficeFrame } from '../features/shell/office-frame';
import { Spinner } from '../ui/public/spinner';

/** The staff side, rendered in the browser only, with its own style sheet and data. */
export const Route = createFileRoute('/_office')({
  ssr: false,
  pendingComponent: Spinner,
  head: () => ({ meta: [{ title: 'Office' }, { name: 'robots', content: 'noindex' }] }),
  component: OfficeFrame,
});
