export type CallError = {
  message: string;
  data?: { code?: string; httpStatus?: number; issues?: { path: string; message: string }[]; retryAfterSeconds?: number } | null;
};

/** Time after which a call with a limit is aborted. */
export const CALL_PATIENCE_MS = 30_000;

/** Returns a rejection as a failed call. Without an answer of the server it has no `data`. */
export const toCallError = (error: unknown): CallError => (error instanceof Object ? (error as CallError) : { message: String(error) });

/** Returns the server's sentence if it rejected a call, or `otherwise` if the call failed. */
export const explainRefusal = ({ data, message }: CallError, otherwise: string): string =>
  data?.httpStatus && data.httpStatus < 500 ? message : otherwise;

/** Returns the HTTP status of a failed call, or undefined without an answer of the server. */
export const getStatus = (error: unknown): number | undefined => toCallError(error).data?.httpStatus;
