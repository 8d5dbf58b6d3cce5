import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';

/** Pause in typing before the search starts. */
const PAUSE_MS = 300;

type SearchBoxProps = { label: string; placeholder: string; value: string; onSearch: (text: string) => void; className?: string };

/** Searches after a pause in typing, on Enter, and before a row or link is opened. `value` is the current search. */
export function SearchBox({ label, placeholder, value, onSearch, className = '' }: SearchBoxProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const search = (wanted: string) => {
    if (wanted === searched.current) return;
    searched.current = wanted;
    onSearch(wanted);
  };
  const searchAfterPause = useEffectEvent(() => search(text.trim()));

  // Follows the address, such as on Back, without overwriting text typed in the meantime.
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);
  // Starts a timer for the pause in typing. A link that is pressed before keeps the search that was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the timer
  useEffect(() => {
    const timer = setTimeout(searchAfterPause, PAUSE_MS);
    const searchFirst = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a, tr')) searchAfterPause();
    };
    window.addEventListener('click', searchFirst, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('click', searchFirst, true);
    };
  }, [text]);

  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        search(text.trim());
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={text}
        maxLength={100}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        className="min-h-11 w-full rounded-full border border-control bg-paper px-4 text-[15px] placeholder:text-muted"
      />
    </form>
  );
}
