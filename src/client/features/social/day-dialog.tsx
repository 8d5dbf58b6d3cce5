import type { Post } from '../../../shared/social-schemas';
import { formatDay } from '../../../shared/time';
import { Dialog } from '../../ui/dialog';
import { PostCard } from './post-card';

type DayDialogProps = { day: string; posts: readonly Post[]; onOpen: (id: number) => void; onClose: () => void };

export const DayDialog = ({ day, posts, onOpen, onClose }: DayDialogProps) => {
  const open = (id: number) => {
    onClose();
    onOpen(id);
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={formatDay(day)} text={posts.length === 1 ? '1 post' : `${posts.length} posts`}>
      <ul className="grid divide-y divide-line">
        {posts.map((post) => (
          <PostCard key={post.id} post={post} onOpen={open} />
        ))}
      </ul>
    </Dialog>
  );
};
