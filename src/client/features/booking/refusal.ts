import type { CallError } from '../../call-error';

export const refusalOr = ({ data, message }: { data?: CallError['data']; message: string }, otherwise: string): string =>
  data?.httpStatus && data.httpStatus < 500 ? message : otherwise;
