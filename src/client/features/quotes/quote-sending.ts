import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '../../../server/router';
import type { Issue } from '../../../shared/errors';
import { quoteSubmission } from '../../../shared/quotes-schemas';
import { callLink } from '../../call-link';

/** Checks a form with the server's own schema. */
export function findIssues(values: Record<string, unknown>): Issue[] {
  const result = quoteSubmission.safeParse(values);
  return result.success ? [] : result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
}

/** Sends a valid form; rejects with the server's error. */
export async function send(values: Record<string, unknown>): Promise<void> {
  const client = createTRPCClient<AppRouter>({ links: [callLink()] });
  await client.quotes.submit.mutate(quoteSubmission.parse(values) as Parameters<typeof client.quotes.submit.mutate>[0]);
}
