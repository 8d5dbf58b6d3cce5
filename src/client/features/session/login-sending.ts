import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '../../../server/router';
import type { Issue } from '../../../shared/errors';
import { loginInput } from '../../../shared/session-schemas';
import { toIssues } from '../../../shared/text';
import { callLink } from '../../call-link';

export const findIssues = (values: Record<string, unknown>): Issue[] => toIssues(loginInput.safeParse(values).error);

/** Signs in. Returns the session's token. */
export async function logIn(values: Record<string, unknown>): Promise<string> {
  const client = createTRPCClient<AppRouter>({ links: [callLink()] });
  return (await client.session.login.mutate(loginInput.parse(values))).token;
}
