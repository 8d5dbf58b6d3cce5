import { type Figures, faults, p99, percentile } from './traffic';

export const missed: string[] = [];
/** Writes a line of the report; a figure that is not `isReached` makes the run fail. */
export function tell(name: string, text: string, isReached = true): void {
  if (!isReached) missed.push(name);
  console.info(`${isReached ? ' ' : '✗'} ${name.padEnd(44)} ${text}`);
}
export const show = ({ answers, perSecond, errors }: Figures) =>
  `${Math.round(perSecond)}/s  p50 ${percentile(
    answers.map(({ ms }) => ms),
    0.5,
  ).toFixed(0)} ms  p99 ${p99(answers).toFixed(0)} ms  5xx ${faults(answers)}  errors ${errors}`;
export const isClean = ({ answers, errors }: Figures) => errors === 0 && faults(answers) === 0;
export const areAll = ({ answers }: Figures, status: number) => answers.length > 0 && answers.every((answer) => answer.status === status);
/** Returns true if every request succeeded, apart from bookings of full slots. */
export const isUsualDay = ({ answers, errors }: Figures) =>
  errors === 0 && answers.length > 0 && answers.every(({ status }) => (status >= 200 && status < 300) || status === 409);
/** Returns each status that came once. */
export const statusesOf = ({ answers }: Figures) => [...new Set(answers.map(({ status }) => status))].sort();
