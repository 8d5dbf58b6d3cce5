import { createFileRoute } from '@tanstack/react-router';
import { AchievementsScreen } from '../features/achievements/achievements-screen';
import { type AchievementsSearch, readAchievementsSearch } from '../features/achievements/achievements-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/achievements')({
  validateSearch: unreadSearch<AchievementsSearch>(),
  head: () => ({ meta: [{ title: 'AI Performance Achievements' }] }),
  component: Achievements,
});

function Achievements() {
  const { tab = 'all' } = Route.useSearch({ select: readAchievementsSearch });
  const navigate = Route.useNavigate();
  return <AchievementsScreen tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />;
}
