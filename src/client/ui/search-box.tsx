import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';

/** How long nobody has to type before what stands there is looked for. */
const PAUSE_MS = 300;

type SearchBoxProps = { label: string; placeholder: string; value: string; onSearch: (text: string) => void; className?: string };

/** A search that begins by itself when typing pauses, and at once with Enter. `value` is what is searched for now. */
export function SearchBox({ label, placeholder, value, onSearch, className = '' }: SearchBoxProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = (wanted: string) => {
    if (wanted === told.current) return;
    told.current = wanted;
    onSearch(wanted);
  };
  const tellAfterPause = useEffectEvent(() => tell(text.trim()));

  // Follows the address, such as when one goes back, but never takes away what was typed meanwhile.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);
  // Waits with the browser's clock for a pause in the typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait begins again with each letter
  useEffect(() => {
    const timer = setTimeout(tellAfterPause, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        tell(text.trim());
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
