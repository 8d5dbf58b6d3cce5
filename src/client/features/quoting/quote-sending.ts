import type { z } from 'zod';
import type { PublicQuote, quoteApproval, quoteChangeRequest, quoteDecline } from '../../../shared/quoting-schemas';
import type { CallError } from '../../call-error';

export type Answer =
  | { kind: 'approve'; input: z.input<typeof quoteApproval> }
  | { kind: 'requestChange'; input: z.input<typeof quoteChangeRequest> }
  | { kind: 'decline'; input: z.input<typeof quoteDecline> };
/** The quote after an answer, or as it is now if the answer came too late; `refusal` says why an answer was not taken. */
export type Sent = { current?: PublicQuote; refusal?: string };

const FAILURE = 'That did not work, and nothing was changed. Please try again, or call us.';
const UNANSWERED = 'We got no answer. Please press the button again once you have a connection: nothing is sent twice.';

/** Calls a procedure without the client of the calls, which is larger than this whole page. */
const post = (procedure: string, input: unknown) =>
  fetch(`/trpc/quoting.${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    keepalive: true,
  });

/** Reports to the server that the client opened a quote. Reads the answer, which would keep its connection busy otherwise. */
export const sendView = (token: string): void =>
  void post('markViewed', { token })
    .then((answer) => answer.text())
    .catch(() => undefined);

/** Sends an answer. It never throws. */
export async function send({ kind, input }: Answer): Promise<Sent> {
  try {
    const answer = (await (await post(kind, input)).json()) as { result?: { data: PublicQuote }; error?: CallError };
    return answer.result ? { current: answer.result.data } : explain(answer.error);
  } catch {
    return { refusal: UNANSWERED };
  }
}

function explain(error: CallError | undefined): Sent {
  if (!error?.data?.httpStatus || error.data.httpStatus >= 500) return { refusal: FAILURE };
  const { current } = error.data as { current?: PublicQuote };
  return { refusal: error.message, ...(current && { current }) };
}
