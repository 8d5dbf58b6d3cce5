import { createFileRoute } from '@tanstack/react-router';
import { FieldFrame } from '../features/field/field-frame';
import { Spinner } from '../ui/public/spinner';

/** The cleaners' side, rendered in the browser only and outside the office's login. */
export const Route = createFileRoute('/_field')({
  ssr: false,
  pendingComponent: Spinner,
  head: () => ({ meta: [{ title: 'Team' }, { name: 'robots', content: 'noindex' }] }),
  component: FieldFrame,
});
