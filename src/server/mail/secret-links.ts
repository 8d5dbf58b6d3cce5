import type { outbox } from '../../../db/schema';

/** Messages with a link that signs in whoever has it. */
const PURPOSE = 'client-link';
const LINK = /https?:\/\/\S+\/my\/open\/[\w-]+/g;
const REMOVED = '(The link is removed: only the client may see it.)';

type Shown = Pick<typeof outbox.$inferSelect, 'purpose' | 'body'>;

/** Returns a message without the sign-in link in its text, as the office may see it and as it stays after it was sent. */
export const withoutSecretLink = <Row extends Shown>(row: Row): Row =>
  row.purpose === PURPOSE ? { ...row, body: row.body.replace(LINK, REMOVED) } : row;
