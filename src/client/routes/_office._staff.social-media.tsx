import { createFileRoute } from '@tanstack/react-router';
import { SocialScreen } from '../features/social/social-screen';
import { readSocialSearch, type SocialSearch } from '../features/social/social-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/social-media')({
  validateSearch: unreadSearch<SocialSearch>(),
  head: () => ({ meta: [{ title: 'Social Media Command Center' }] }),
  component: SocialMedia,
});

function SocialMedia() {
  const search = Route.useSearch({ select: readSocialSearch });
  const navigate = Route.useNavigate();
  return (
    <SocialScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      onTab={(tab) => void navigate({ search: tab === 'overview' ? {} : { tab }, resetScroll: false })}
    />
  );
}
