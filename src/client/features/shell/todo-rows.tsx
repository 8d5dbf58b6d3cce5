import { defaultParseSearch, Link, type LinkProps } from '@tanstack/react-router';
import { ListTodo } from 'lucide-react';
import type { Overview } from '../../../shared/overview';
import { trpc } from '../../trpc';
import { MutationButton } from '../../ui/mutation-button';

type Todo = Overview['todos'][number];

/** Splits a stored path such as "/receipts?receipt=3" into what a link needs. */
function toLink(path: string): LinkProps {
  const [to = '/', query = ''] = path.split('?');
  return { to, search: defaultParseSearch(query) } as LinkProps;
}

/** Shows what the office has to do by hand as a row of the list of needs, each task with a button that marks it as done. */
export const TodoRows = ({ todos }: { todos: Todo[] }) => (
  <li className="grid grid-cols-[52px_minmax(0,1fr)] border-line border-t first:border-t-0 sm:grid-cols-[164px_minmax(0,1fr)]">
    <span className="flex min-h-12 flex-col items-center border-line border-r max-sm:justify-center sm:flex-row sm:items-start sm:gap-2 sm:px-2.5 sm:py-3.5">
      <ListTodo aria-hidden="true" className="size-[18px] shrink-0 text-amber-700" />
      <span className="text-sm leading-5">
        <b className="font-semibold max-sm:sr-only">To do</b>{' '}
        <span className="block text-muted tabular-nums max-sm:inline max-sm:text-xs">{todos.length}</span>
      </span>
    </span>
    <ul aria-label="To do">
      {todos.map(({ id, text, path }) => (
        <li key={id} className="flex min-h-12 items-center gap-2 border-line border-t pr-2 pl-3 first:border-t-0 sm:gap-3">
          <Link
            {...toLink(path)}
            className="flex min-w-0 grow items-center self-stretch py-1.5 font-semibold text-sm leading-[18px] [overflow-wrap:anywhere] hover:underline sm:leading-5"
          >
            {text}
          </Link>
          <MutationButton
            look="button-ghost shrink-0 px-3.5 text-sm lg:min-h-9"
            label="Done"
            about={text}
            procedure={trpc.overview.finishTodo}
            input={{ id }}
            failure="The to-do could not be marked as done. Please try again."
            done={{ title: 'Done', description: text }}
            undo={{
              procedure: trpc.overview.reopenTodo,
              input: { id },
              failure: 'The to-do could not be put back. Please try again.',
              done: { title: 'Undone', description: 'It is on the list again.' },
            }}
          />
        </li>
      ))}
    </ul>
  </li>
);
