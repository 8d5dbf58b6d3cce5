import { SESSION_LOST } from '../shared/session-keys';
import { sessionHeaders } from './call-link';

/** Sends a request of the office other than a call, such as a file upload. Rejects as a call does. */
export async function sessionFetch(path: string, init: { method?: string; body?: FormData } = {}): Promise<Response> {
  const answer = await fetch(path, { ...init, credentials: 'same-origin', headers: sessionHeaders() });
  if (answer.ok) return answer;
  if (answer.status === 401) window.dispatchEvent(new Event(SESSION_LOST));
  const { message = answer.statusText } = (await answer.json().catch(() => ({}))) as { message?: string };
  throw Object.assign(new Error(message), { data: { httpStatus: answer.status } });
}
