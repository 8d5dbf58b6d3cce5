import { createFileRoute } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/ai-dashboard')({
  head: () => ({ meta: [{ title: 'AI Business Automation' }] }),
  component: () => (
    <ScreenInPreparation
      title="AI Business Automation"
      purpose="Lead finding, follow-ups and pricing hints, each with the reason behind it."
    />
  ),
});
