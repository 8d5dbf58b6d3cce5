export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/**
 * `status`: of a success, 200 by default. `rows`: the body is the list alone and the cursor a header. `cursorHeader`: only the cursor
 * moves to a header. `headers`: request headers that are fields of the input. `input`: turns the query into the input.
 */
export type RestOptions = {
  status?: 200 | 201 | 202 | 204;
  rows?: true;
  cursorHeader?: true;
  headers?: Record<string, string>;
  input?: (sent: Record<string, unknown>) => Record<string, unknown>;
};
/** One documented call: the procedure does the work, the row gives it a path. */
export type RestRow = [method: Method, path: string, procedure: string, options?: RestOptions];
