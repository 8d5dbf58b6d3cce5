import { createFileRoute } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/achievements')({
  head: () => ({ meta: [{ title: 'AI Performance Achievements' }] }),
  component: () => <ScreenInPreparation title="AI Performance Achievements" purpose="Goals reached by the automation, day by day." />,
});
