import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '../../../server/router';
import type { Issue } from '../../../shared/errors';
import { quoteSubmission } from '../../../shared/quotes-schemas';
import { toIssues } from '../../../shared/text';
import { callLink } from '../../call-link';

export function findIssues(values: Record<string, unknown>): Issue[] {
  return toIssues(quoteSubmission.safeParse(values).error);
}

export async function send(values: Record<string, unknown>): Promise<void> {
  const client = createTRPCClient<AppRouter>({ links: [callLink()] });
  await client.quotes.submit.mutate(quoteSubmission.parse(values) as Parameters<typeof client.quotes.submit.mutate>[0]);
}
