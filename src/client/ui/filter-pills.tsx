type FilterPillsProps<Value> = {
  legend: string;
  /** `count` is undefined while it loads, and its place is held; filters that have no count leave it out. */
  filters: readonly { value: Value; label: string; count?: number | undefined }[];
  value: Value;
  onFilter: (value: Value) => void;
};

export function FilterPills<Value>({ legend, filters, value: chosen, onFilter }: FilterPillsProps<Value>) {
  return (
    <fieldset className="flex min-w-0 gap-1 max-sm:-mx-4 max-sm:grow max-sm:basis-full max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:contain-inline-size sm:flex-wrap">
      <legend className="sr-only">{legend}</legend>
      {filters.map(({ value, label, ...counted }) => (
        <button
          key={label}
          type="button"
          aria-pressed={chosen === value}
          className="min-h-11 min-w-11 shrink-0 rounded-full px-3 font-semibold text-[15px] text-muted hover:bg-sage-100 aria-pressed:bg-pine-900 aria-pressed:text-white lg:min-h-9"
          onClick={() => onFilter(value)}
        >
          {label} {'count' in counted && <span className="ml-1 inline-block min-w-[1ch] font-normal tabular-nums">{counted.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
