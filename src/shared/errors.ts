/**
 * The ways a business rule rejects a call; each maps to one HTTP status. CONFIRMATION_NEEDED is a 409 that the same call passes with
 * `confirm: true`.
 */
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
/** A problem with one field; `path` is the field's name with dots ("items.0.quantity"). */
export type Issue = { path: string; message: string };

/** A rejection that may be shown to the caller: a code and one sentence, optionally with the fields or the seconds to wait. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    more: { issues?: Issue[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.issues = more.issues;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Throws CONFIRMATION_NEEDED with the question for the caller, unless the call already carries `confirm: true`. */
export function askFirst(isConfirmed: boolean, question: string): void {
  if (!isConfirmed) throw new DomainError('CONFIRMATION_NEEDED', question);
}
