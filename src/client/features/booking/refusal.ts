import type { CallError } from '../../call-link';

/** The server's own sentence where it refused a call, and `otherwise` where it failed or did not answer. */
export const refusalOr = ({ data, message }: { data?: CallError['data']; message: string }, otherwise: string): string =>
  data?.httpStatus && data.httpStatus < 500 ? message : otherwise;
