import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '../features/settings/settings-screen';

export const Route = createFileRoute('/_office/_staff/settings')({
  head: () => ({ meta: [{ title: 'Settings' }] }),
  component: SettingsScreen,
});
