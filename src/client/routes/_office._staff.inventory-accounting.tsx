import { createFileRoute } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/inventory-accounting')({
  head: () => ({ meta: [{ title: 'Inventory Accounting' }] }),
  component: () => <ScreenInPreparation title="Inventory Accounting" purpose="Margins, stock value, reports and statements." />,
});
