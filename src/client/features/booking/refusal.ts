import type { CallError } from '../../call-error';

/** Returns the server's sentence if it refused a call, else `otherwise`. */
export const refusalOr = ({ data, message }: { data?: CallError['data']; message: string }, otherwise: string): string =>
  data?.httpStatus && data.httpStatus < 500 ? message : otherwise;
