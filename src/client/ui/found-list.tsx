import { type ReactNode, type Ref, useState } from 'react';
import { passFocusOnRemoval } from './focus';
import { Field } from './public/field';

type FoundListProps = {
  label: string;
  placeholder: string;
  hint: string;
  isRequired?: boolean;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  children: (words: string, clear: () => void) => ReactNode;
};

/** Shows a search field inside a form with its results below. Enter does not send the form. */
export function FoundList({ placeholder, inputRef, children, ...field }: FoundListProps) {
  const [words, setWords] = useState('');
  return (
    <div className="grid gap-1.5">
      <Field {...field}>
        {(attributes) => (
          <input
            {...attributes}
            ref={inputRef}
            type="search"
            value={words}
            maxLength={100}
            placeholder={placeholder}
            autoComplete="off"
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </Field>
      {words.trim() !== '' && (
        <div className="grid divide-y divide-line rounded-small border border-line">{children(words.trim(), () => setWords(''))}</div>
      )}
    </div>
  );
}

type FoundRowsProps<Row> = {
  found: { data: { rows: readonly Row[] } | undefined; isPending: boolean; isError: boolean; refetch: () => Promise<unknown> };
  nothing: string;
  show: (row: Row) => { name: string; text: string };
  onChoose: (row: Row) => void;
};

export function FoundRows<Row extends { id: number }>({ found, nothing, show, onChoose }: FoundRowsProps<Row>) {
  if (found.isPending) return <p className="px-3.5 py-3 text-muted">Looking...</p>;
  const rows = found.data?.rows ?? [];
  return (
    <>
      {rows.map((row) => (
        <button
          key={row.id}
          type="button"
          className="grid min-h-11 justify-items-start px-3.5 py-2 text-left hover:bg-sage-100"
          onClick={() => onChoose(row)}
        >
          <span className="font-semibold [overflow-wrap:anywhere]">{show(row).name}</span>
          <span className="text-muted text-sm [overflow-wrap:anywhere]">{show(row).text}</span>
        </button>
      ))}
      {found.isError ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 px-3.5 py-2">
          <p className="text-red-600">The search did not work.</p>
          <button ref={passFocusOnRemoval} type="button" className="button-ghost lg:min-h-9" onClick={() => void found.refetch()}>
            Try again
          </button>
        </div>
      ) : (
        <p role="status" className={rows.length === 0 ? 'px-3.5 py-3 text-muted' : 'sr-only'}>
          {rows.length === 0 ? nothing : `${rows.length} found`}
        </p>
      )}
    </>
  );
}
