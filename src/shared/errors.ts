/** The ways a business rule rejects a call, by HTTP status. CONFIRMATION_NEEDED is a 409 that the call passes with `confirm: true`. */
export type DomainErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'CONFIRMATION_NEEDED'
  | 'TOO_LARGE'
  | 'WRONG_TYPE'
  | 'UNPROCESSABLE'
  | 'TOO_MANY'
  | 'TIMEOUT'
  | 'UNAVAILABLE';
/**
 * A problem with one field; `path` is the field's name with dots ("items.0.quantity"). `kind` is set if callers treat such issues alike,
 * `limit` is the most characters of a text that is too long.
 */
export type Issue = { path: string; message: string; kind?: 'required' | 'too-long'; limit?: number };

/**
 * A rejection that may be shown to the caller: a code and one sentence, optionally with the fields, the seconds to wait or the record as it
 * is now.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The record as the caller may see it, for a call that was based on another state of it. */
  readonly current: unknown;

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    more: { issues?: Issue[]; retryAfterSeconds?: number; current?: unknown } = {},
  ) {
    super(message);
    this.issues = more.issues;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.current = more.current;
  }
}

/** Returns a BAD_REQUEST about one field; `sentence` is shown if the field is not on screen. */
export const fieldError = (path: string, message: string, sentence = message): DomainError =>
  new DomainError('BAD_REQUEST', sentence, { issues: [{ path, message }] });

/** Throws CONFIRMATION_NEEDED with the question for the caller, unless the call already carries `confirm: true`. */
export function askFirst(isConfirmed: boolean, question: string): void {
  if (!isConfirmed) throw new DomainError('CONFIRMATION_NEEDED', question);
}
