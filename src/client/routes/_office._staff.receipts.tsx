import { createFileRoute } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/receipts')({
  head: () => ({ meta: [{ title: 'Receipt Management' }] }),
  component: () => <ScreenInPreparation title="Receipt Management" purpose="Payments received and their receipts." />,
});
