import { prepared } from '../../../db/prepared';
import type { Ctx } from '../context';

/** The activity of a client who changed the e-mail address on their own page. */
export const OWN_EMAIL_CHANGE = 'client.emailChanged';

const unconfirmedChange = prepared((db) => ({
  prepare: () =>
    db.$client.prepare<[string, string, string], { one: number }>(
      `select 1 as one from activity changed where entity_type = 'client' and entity_id = ? and verb = ?
        and not exists (select 1 from activity later where later.entity_type = 'client' and later.entity_id = ? and later.id > changed.id
          and (later.verb = 'session.opened' or later.verb = 'client.updated' and later.actor_kind = 'admin' and later.data like '%"email"%'))
        limit 1`,
    ),
}));

/**
 * Returns whether a client's e-mail address identifies them. An address that a client typed on their own page may belong to another person,
 * until the client signs in with a link sent there or the office enters an address. Rows that are known by an e-mail address alone, such as a
 * booking on the website, must not reach that client before.
 */
export const isOwnEmail = ({ db }: Pick<Ctx, 'db'>, clientId: number): boolean =>
  unconfirmedChange(db).get(String(clientId), OWN_EMAIL_CHANGE, String(clientId)) === undefined;
