import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { AchievementsScreen } from '../features/achievements/achievements-screen';
import { type AchievementsSearch, readAchievementsSearch } from '../features/achievements/achievements-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/achievements')({
  validateSearch: unreadSearch<AchievementsSearch>(),
  head: () => ({ meta: [{ title: 'AI Performance Achievements' }] }),
  component: Achievements,
});

const route = getRouteApi('/_office/_staff/achievements');

function Achievements() {
  const { tab = 'all' } = route.useSearch({ select: readAchievementsSearch });
  const navigate = route.useNavigate();
  return <AchievementsScreen tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />;
}
