import type { z } from 'zod';
import type { PublicQuote, quoteApproval, quoteChangeRequest, quoteDecline } from '../../../shared/quoting-schemas';
import { toCallError } from '../../call-error';

export type Answer =
  | { kind: 'approve'; input: z.input<typeof quoteApproval> }
  | { kind: 'change'; input: z.input<typeof quoteChangeRequest> }
  | { kind: 'decline'; input: z.input<typeof quoteDecline> };
/** The quote after an answer, or as it is now if the answer came too late; `refusal` says why an answer was not taken. */
export type Sent = { current?: PublicQuote; refusal?: string };

const FAILURE = 'That did not work, and nothing was changed. Please try again, or call us.';
const UNANSWERED = 'We got no answer. Please press the button again once you have a connection: nothing is sent twice.';

/** Loads the client of the calls, which is large, when the client of the company begins to answer. */
export const loadSending = () => import('../../calls-client');

/** Sends an answer. It never throws. */
export async function send({ kind, input }: Answer): Promise<Sent> {
  try {
    const { quoting } = (await loadSending()).calls;
    if (kind === 'approve') return { current: await quoting.approve.mutate(input) };
    if (kind === 'change') return { current: await quoting.requestChange.mutate(input) };
    return { current: await quoting.decline.mutate(input) };
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): Sent {
  const { message, data } = toCallError(error);
  if (!data?.httpStatus) return { refusal: UNANSWERED };
  if (data.httpStatus >= 500) return { refusal: FAILURE };
  const { current } = data as { current?: PublicQuote };
  return { refusal: message, ...(current && { current }) };
}
