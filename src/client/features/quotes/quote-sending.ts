import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '../../../server/router';
import type { Issue } from '../../../shared/errors';
import { sentEstimateInput } from '../../../shared/pricing-schemas';
import { quoteSubmission } from '../../../shared/quotes-schemas';
import { toIssues } from '../../../shared/text';
import { callLink } from '../../call-link';
import { readWanted } from '../../ui/public/wanted-estimate';

export function findIssues(values: Record<string, unknown>): Issue[] {
  return toIssues(quoteSubmission.safeParse(values).error);
}

export async function send(values: Record<string, unknown>): Promise<void> {
  const client = createTRPCClient<AppRouter>({ links: [callLink()] });
  const estimate = sentEstimateInput.safeParse(readWanted()).data;
  await client.quotes.submit.mutate({ ...quoteSubmission.parse(values), estimate } as Parameters<typeof client.quotes.submit.mutate>[0]);
}
