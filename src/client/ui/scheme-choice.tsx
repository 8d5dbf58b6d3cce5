import { SCHEME_LABELS, SCHEMES } from '../../shared/color-scheme';
import { setScheme, useScheme } from '../color-scheme';

/** Lets a person choose the colours of the staff's screens on this device. */
export function SchemeChoice() {
  const chosen = useScheme();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-[15px]">Colours on this device</legend>
      <div className="inline-flex gap-1 rounded-full border border-line bg-sage-100 p-1">
        {SCHEMES.map((scheme) => (
          <label
            key={scheme}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full px-4 font-semibold text-[15px] has-checked:bg-pine-900 has-checked:text-white has-focus-visible:outline-3 has-focus-visible:outline-pine-600 has-focus-visible:outline-offset-2 lg:min-h-9"
          >
            <input
              type="radio"
              name="scheme"
              value={scheme}
              checked={chosen === scheme}
              className="sr-only"
              onChange={() => setScheme(scheme)}
            />
            {SCHEME_LABELS[scheme]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
