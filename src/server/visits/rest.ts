import type { RestRow } from '../rest-row';

export const visitsRest: RestRow[] = [['POST', '/visits/{token}/confirm', 'visits.confirm']];
