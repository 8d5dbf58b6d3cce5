import { type InputHTMLAttributes, useState } from 'react';
import { toCallError } from '../../../call-error';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/public/field';

/** Holds a typed arrival and, until it is edited, the reason that the server rejected it. */
export function useArrival({ error }: { error: unknown }) {
  const [text, setText] = useState('');
  const [seen, setSeen] = useState<unknown>(null);
  const issues = error === seen ? undefined : toCallError(error).data?.issues;
  const enter = (given: string) => {
    setText(given);
    setSeen(error);
  };
  return { text, refusal: issues?.find(({ path }) => path === 'estimatedArrival')?.message, enter };
}

type ArrivalFieldProps = {
  label: string;
  hint: string;
  error: string | undefined;
  text: string;
  onEnter: (text: string) => void;
  /** The label of the button beside the input, and the text that it enters. */
  suggestion: [label: string, text: string];
  input: InputHTMLAttributes<HTMLInputElement>;
};

export const ArrivalField = ({ label, hint, error, text, onEnter, suggestion: [use, suggested], input }: ArrivalFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <div className="flex flex-wrap items-center gap-2">
        <input
          {...control}
          {...input}
          value={text}
          onChange={(event) => onEnter(event.target.value)}
          className={`${control.className} max-w-60`}
        />
        <Button label={use} onPress={() => onEnter(suggested)} />
      </div>
    )}
  </Field>
);
