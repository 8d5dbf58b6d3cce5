export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/**
 * `status` of a success (200 unless told); `rows`: the answer is the list alone, its cursor a header; `cursorHeader`: only the
 * cursor moves there; `headers`: headers that are fields of the input; `input`: what becomes of a query that is not the input yet;
 * `kept`: a list that is the same for all visitors, and made once until something changes.
 */
export type RestOptions = {
  status?: 200 | 201 | 202 | 204;
  rows?: true;
  cursorHeader?: true;
  headers?: Record<string, string>;
  input?: (sent: Record<string, unknown>) => Record<string, unknown>;
  kept?: true;
};
/** One documented call: the procedure does everything, the row only gives it a path. */
export type RestRow = [method: Method, path: string, procedure: string, options?: RestOptions];
