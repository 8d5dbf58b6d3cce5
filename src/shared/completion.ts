import type { WorkOrder } from './dispatch';

/** Returns the question before a job is completed despite an obstacle, which is a sentence; it announces the mail to the client. */
export const askDespite = (obstacle: string, mailsClient: boolean): string =>
  `${obstacle} Complete the job anyway${mailsClient ? ' and e-mail the client that the cleaning is done' : ''}?`;

/** Returns the question before a job is completed that has components, all of them open, or null. */
export const askToComplete = ({ jobComponents }: Pick<WorkOrder, 'jobComponents'>, mailsClient: boolean): string | null =>
  jobComponents.length > 0 && !jobComponents.some(({ isCompleted }) => isCompleted)
    ? askDespite('No task is ticked off.', mailsClient)
    : null;
