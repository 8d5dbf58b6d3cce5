import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { isRequiredMessage } from '../../shared/text';
import { toCallError } from '../call-error';
import { showToast } from './toast/toast-store';

/** Shows the server's issues at the form's fields of the same names, and other issues in a toast. */
export function showIssues<Input extends FieldValues, Context, Output>(
  form: Pick<UseFormReturn<Input, Context, Output>, 'setError' | 'getValues'>,
  error: unknown,
): void {
  for (const { path, message } of toCallError(error).data?.issues ?? []) {
    const names = [path, path.split('.').at(-1) ?? path] as Path<Input>[];
    const name = names.find((candidate) => form.getValues(candidate) !== undefined);
    if (name) form.setError(name, { type: 'server', message }, { shouldFocus: true });
    else showToast({ title: 'Please check the form', description: message, kind: 'destructive' });
  }
}

/** Returns the message of a field, or the sentence that asks for it if it is empty. */
export const askIfMissing = (message: string | undefined, asking: string): string | undefined =>
  isRequiredMessage(message) ? asking : message;
