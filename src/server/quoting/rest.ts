import type { RestRow } from '../rest-row';

export const quotingRest: RestRow[] = [['GET', '/quotes/{token}', 'quoting.getByToken']];
