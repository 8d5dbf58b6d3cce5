import type { ReactNode } from 'react';
import { PLATFORM_NAMES, POST_TYPE_NAMES } from '../../../shared/social';
import type { Post } from '../../../shared/social-schemas';
import { besideList } from '../../ui/beside-list';
import { type Column, DataTable, ROW_ACTION } from '../../ui/data-table';
import type { PagedQuery } from '../../ui/paged-list';
import { formatTimestamp } from '../../ui/times';
import { namePost } from './local-posts';
import { ApprovePost } from './post-actions';
import { getPostTime } from './schedule-days';
import { PostChip, PostError } from './social-chips';

const formatKind = ({ platform, type }: Post) => `${PLATFORM_NAMES[platform]} · ${POST_TYPE_NAMES[type]}`;

function PostTime({ post }: { post: Post }) {
  const at = getPostTime(post);
  return at ? <time dateTime={at}>{formatTimestamp(at)}</time> : 'No time yet';
}

const COLUMNS: readonly Column<Post>[] = [
  {
    key: 'content',
    head: 'Post',
    cell: (post) => (
      <>
        <span className="block truncate">{post.content}</span>
        <div className="truncate font-normal">
          <PostError post={post} size="text-sm" />
        </div>
      </>
    ),
  },
  { key: 'kind', head: 'Platform and type', from: 'lg', width: 'w-56', cell: formatKind },
  { key: 'time', head: 'Time', from: 'md', width: 'w-40', cell: (post) => <PostTime post={post} /> },
  { key: 'status', head: 'Status', width: 'w-36', cell: ({ status, isApproved }) => <PostChip status={status} isApproved={isApproved} /> },
];

type PostsTableProps = { list: PagedQuery<Post>; title: string; loading: string; failed: string; empty: ReactNode };

/** Lists posts that wait for a person; each opens in the editor. */
export const PostsTable = (table: PostsTableProps) => (
  <DataTable
    {...table}
    name="posts"
    columns={COLUMNS}
    about={({ content }) => namePost(content)}
    open={({ id }) => besideList({ post: id })}
    action={(post) => post.status === 'draft' && !post.isApproved && <ApprovePost post={post} look={ROW_ACTION} />}
    phone={(post) => [
      post.content,
      [
        <span key="text">
          <PostTime post={post} /> · {formatKind(post)}
        </span>,
        <PostChip key="status" status={post.status} isApproved={post.isApproved} />,
      ],
    ]}
  />
);
