import { createFileRoute } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/social-media')({
  head: () => ({ meta: [{ title: 'Social Media Command Center' }] }),
  component: () => <ScreenInPreparation title="Social Media Command Center" purpose="Write, plan and post, and see how each post did." />,
});
