import { prepared } from '../../../../db/prepared';
import type { Ctx } from '../../context';

const ownChanges = prepared((db) => ({ prepare: () => db.$client.prepare<[], number>('select total_changes()').pluck() }));
const othersChanges = prepared((db) => ({ prepare: () => db.$client.prepare<[], number>('pragma data_version').pluck() }));

/** Returns a key that changes with every write to the database, by any process, and every minute. */
export const readDataState = ({ db, now }: Pick<Ctx, 'db' | 'now'>): string =>
  `${ownChanges(db).get()} ${othersChanges(db).get()} ${Math.floor(now().getTime() / 60_000)}`;
