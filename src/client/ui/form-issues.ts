import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { isRequiredMessage } from '../../shared/text';
import { toCallError } from '../call-error';
import { hideToast, showToast } from './toast/toast-store';

/** The fields of a form by the server's names, where those differ. */
export type FieldNames<Values extends FieldValues> = Readonly<Record<string, Path<Values>>>;

/** Shows the server's issues at the form's fields. Shows an issue in a toast only if no field can show one. */
export function showIssues<Input extends FieldValues, Context, Output>(
  form: Pick<UseFormReturn<Input, Context, Output>, 'setError' | 'getValues'>,
  error: unknown,
  fields: FieldNames<Input> = {},
): void {
  const issues = (toCallError(error).data?.issues ?? []).map(({ path, message }) => {
    const names = [fields[path] ?? path, path.split('.').at(-1) ?? path] as Path<Input>[];
    return { name: names.find((candidate) => form.getValues(candidate) !== undefined), message };
  });
  const [first] = issues;
  if (!first) return;
  hideToast();
  for (const { name, message } of issues) if (name) form.setError(name, { type: 'server', message }, { shouldFocus: true });
  if (issues.every(({ name }) => name === undefined))
    showToast({ title: 'Please check the form', description: first.message, kind: 'destructive' });
}

/** Returns the message of a field, or the sentence that asks for it if it is empty. */
export const askIfMissing = (message: string | undefined, asking: string): string | undefined =>
  isRequiredMessage(message) ? asking : message;
