import { createFileRoute } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/inventory')({
  head: () => ({ meta: [{ title: 'Inventory' }] }),
  component: () => <ScreenInPreparation title="Inventory" purpose="Products with their stock, ready to search and edit." />,
});
