import { createFileRoute } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/dispatch')({
  head: () => ({ meta: [{ title: 'Dispatch' }] }),
  component: () => <ScreenInPreparation title="Dispatch" purpose="Who goes where, and when." />,
});
