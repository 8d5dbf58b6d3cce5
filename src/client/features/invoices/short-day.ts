import { formatDay } from '../../../shared/time';

export const showShortDay = (day: string): string => formatDay(day).replace(/^\w+, /, '');
