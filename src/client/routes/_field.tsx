import { createFileRoute } from '@tanstack/react-router';
import { FieldFrame } from '../features/field/field-frame';
import { Spinner } from '../ui/public/spinner';

/** The cleaners' side: drawn in the browser alone, outside the office and its gate. */
export const Route = createFileRoute('/_field')({
  ssr: false,
  pendingComponent: Spinner,
  head: () => ({ meta: [{ title: 'Team' }, { name: 'robots', content: 'noindex' }] }),
  component: FieldFrame,
});
