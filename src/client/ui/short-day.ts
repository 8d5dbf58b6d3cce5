import { formatDay } from '../../shared/time';

/** Formats a calendar day in short: "Fri, Nov 20". */
export function formatShortDay(day: string): string {
  const [weekday = '', monthAndDay = ''] = formatDay(day).split(', ');
  const [month = '', number = ''] = monthAndDay.split(' ');
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${number}`;
}
