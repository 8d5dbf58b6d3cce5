const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export function showMonth(month: string): { name: string; shortName: string } {
  const [year = '', number = ''] = month.split('-');
  const name = MONTHS[Number(number) - 1] ?? month;
  return { name: `${name} ${year}`, shortName: name.slice(0, 3) };
}
