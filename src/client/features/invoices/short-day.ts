import { showDay } from '../../../shared/time';

export const showShortDay = (day: string): string => showDay(day).replace(/^\w+, /, '');
