import { useEffect, useRef } from 'react';
import { StoreIcon } from './store-icons';

const PAUSE_MS = 250;
/** The limit of `browseInput`. */
const MAX_LENGTH = 100;

/** `name`: the search parameter, which a form submitted before hydration puts into the address. */
type ProductSearchProps = { name: string; words: string; onSearch: (words: string) => void };

export function ProductSearch({ name, words, onSearch }: ProductSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const known = useRef(words);

  const stopTimer = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const search = (typed: string) => {
    stopTimer();
    known.current = typed.trim();
    onSearch(known.current);
  };
  const searchLater = (typed: string) => {
    stopTimer();
    timer.current = setTimeout(() => search(typed), PAUSE_MS);
  };
  // The field is uncontrolled, so that text typed before hydration is not lost. This copies changes of the address into it, unless
  // something else is typed that will be searched for.
  useEffect(() => {
    if (field.current && words !== known.current && timer.current === undefined) field.current.value = words;
    known.current = words;
  }, [words]);
  // Searches for text typed before hydration; clears the timer on unmount.
  useEffect(() => {
    if (field.current?.value) field.current.dispatchEvent(new Event('input', { bubbles: true }));
    return () => clearTimeout(timer.current);
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not support the search element
    <form
      role="search"
      className="relative block noscript:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        search(field.current?.value ?? '');
      }}
    >
      <StoreIcon name="search" className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-4 size-5 text-muted" />
      <input
        ref={field}
        type="search"
        name={name}
        aria-label="Search products"
        placeholder="Search products..."
        maxLength={MAX_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={words}
        className="h-13 w-full rounded-full bg-paper pr-4 pl-12 text-base text-ink placeholder:text-muted"
        onInput={(event) => searchLater(event.currentTarget.value)}
      />
    </form>
  );
}
