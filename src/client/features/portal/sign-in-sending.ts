import type { CallError } from '../../call-error';
import type { Sender } from '../../ui/public/public-form';

/** Calls a procedure with `fetch`, because the tRPC client is larger than these whole pages. Throws the error of a failed call. */
async function post<Data>(procedure: string, input: unknown): Promise<Data> {
  const answer = await fetch(`/trpc/portal.${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const { result, error } = (await answer.json()) as { result?: { data: Data }; error?: CallError };
  if (!result) throw error;
  return result.data;
}

export type Choice = { id: number; name: string };

export const openLink = (token: string) => post<{ clients: Choice[] }>('openLink', { token });
export const choose = (clientId: number) => post<Choice>('choose', { clientId });

/** Sends the address for which a sign-in link is asked; the server checks it. */
export const linkSender: Sender<{ ok: true }> = {
  findIssues: () => [],
  send: ({ email, website, filledInMs }) => post('requestLink', { email, website, filledInMs }),
};
