import { useEffect, useRef } from 'react';
import { StoreIcon } from './store-icons';

/** How long nobody types before the search begins, ms. */
const PAUSE_MS = 250;
/** As many letters as the catalogue takes (browseInput). */
const MAX_LENGTH = 100;

/** `name` is what the words are called in the page's address, where a form goes that is sent before the page's script has come. */
type ProductSearchProps = { name: string; words: string; onSearch: (words: string) => void };

/** The search box; what is typed is looked for after a pause, or at once with Enter. */
export function ProductSearch({ name, words, onSearch }: ProductSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const known = useRef(words);

  const search = (typed: string) => {
    clearTimeout(timer.current);
    known.current = typed.trim();
    onSearch(known.current);
  };
  const searchLater = (typed: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(typed), PAUSE_MS);
  };
  // The browser holds the text, so that nothing typed before the page's script is lost: this side follows the address.
  useEffect(() => {
    if (field.current && words !== known.current) field.current.value = words;
    known.current = words;
  }, [words]);
  // Tells of what was typed before the script came; the clock goes with the box.
  useEffect(() => {
    if (field.current?.value) field.current.dispatchEvent(new Event('input', { bubbles: true }));
    return () => clearTimeout(timer.current);
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 know no search element, and take it for nothing
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
