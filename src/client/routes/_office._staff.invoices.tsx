import { createFileRoute } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/invoices')({
  head: () => ({ meta: [{ title: 'Invoices' }] }),
  component: () => <ScreenInPreparation title="Invoices" purpose="Invoices from draft to paid, by mail and as a file." />,
});
