import type { Issue } from '../../../shared/errors';
import { quoteSubmission } from '../../../shared/quotes';

/** What is wrong with a form, by the server's own schema. Loaded when somebody begins to type, since zod is large. */
export function findIssues(values: Record<string, unknown>): Issue[] {
  const result = quoteSubmission.safeParse(values);
  return result.success ? [] : result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
}
