/** The few ways in which a rule of the business refuses; each maps to one HTTP status (spec/api.md, "Errors"). */
export type DomainErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'TOO_LARGE'
  | 'WRONG_TYPE'
  | 'UNPROCESSABLE'
  | 'TOO_MANY'
  | 'UNAVAILABLE';
/** One thing wrong with one field; `path` is the field's name with dots ("items.0.quantity"). */
export type Issue = { path: string; message: string };

/** A refusal that may be shown to the caller: a code, one sentence, and where it helps the fields or the seconds to wait. */
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
