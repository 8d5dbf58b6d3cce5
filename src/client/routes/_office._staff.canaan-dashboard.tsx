import { createFileRoute } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/canaan-dashboard')({
  head: () => ({ meta: [{ title: 'Business Development' }] }),
  component: () => (
    <ScreenInPreparation title="Business Development" purpose="Partnerships, contracts and new areas that your own records point to." />
  ),
});
