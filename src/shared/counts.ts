/** Returns a number with its noun: "1 job", "3 jobs", "2 inquiries". `several` is the plural if it is not regular. */
export const formatCount = (count: number, one: string, several = `${one.replace(/([^aeiou])y$/, '$1ie')}s`): string =>
  `${count} ${count === 1 ? one : several}`;
