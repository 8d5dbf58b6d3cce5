/** The few ways in which a rule of the business refuses; each maps to one HTTP status (spec/api.md, "Errors"). */
export const STATUS_OF = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE: 422,
  TOO_MANY: 429,
  UNAVAILABLE: 503,
} as const;

export type DomainErrorCode = keyof typeof STATUS_OF;
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
