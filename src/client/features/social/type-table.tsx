import { POST_TYPE_NAMES } from '../../../shared/social';
import type { PostFigures } from '../../../shared/social-schemas';
import { Panel } from '../../ui/panel';
import { showFigure } from './show-figures';

type Row = PostFigures['byType'][number];
const COLUMNS: readonly (readonly [name: string, value: (row: Row) => number | null])[] = [
  ['Posts (n)', ({ posts }) => posts],
  ['Likes', ({ likes }) => likes],
  ['Comments', ({ comments }) => comments],
  ['Shares', ({ shares }) => shares],
  ['Engagement a post', ({ averageEngagement }) => averageEngagement],
];

export const TypeTable = ({ rows }: { rows: readonly Row[] }) => (
  <Panel title="What each type brought">
    <table className="w-full tabular-nums max-md:hidden">
      <thead className="text-muted text-sm">
        <tr className="border-line border-b">
          <th scope="col" className="pb-2 text-left font-normal">
            Type
          </th>
          {COLUMNS.map(([name]) => (
            <th key={name} scope="col" className="pb-2 pl-4 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.type} className="border-line border-b last:border-b-0">
            <th scope="row" className="py-2.5 text-left font-semibold">
              {POST_TYPE_NAMES[row.type]}
            </th>
            {COLUMNS.map(([name, value]) => (
              <td key={name} className="py-2.5 pl-4 text-right">
                {showFigure(value(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <ul className="grid divide-y divide-line md:hidden">
      {rows.map((row) => (
        <li key={row.type} className="grid gap-2 py-3 first:pt-0 last:pb-0">
          <h3 className="font-semibold">{POST_TYPE_NAMES[row.type]}</h3>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-[15px]">
            {COLUMNS.map(([name, value]) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-2">
                <dt className="text-muted">{name}</dt>
                <dd className="tabular-nums">{showFigure(value(row))}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
    <p className="text-muted text-sm">A type with few posts says little: n is how many there are.</p>
  </Panel>
);
