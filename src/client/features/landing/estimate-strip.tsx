import { SERVICE_NAMES } from '../../../shared/booking';
import { USUAL_HOME } from '../../../shared/pricing';
import type { Estimator } from '../../../shared/pricing-schemas';
import { Field } from '../../ui/public/field';

const ROOMS = [1, 2, 3, 4, 5, 6];
const AREA = 1000;

type RoomsProps = { name: keyof typeof USUAL_HOME; label: string; isHidden: boolean };
const Rooms = ({ name, label, isHidden }: RoomsProps) => (
  <div hidden={isHidden}>
    <Field label={label}>
      {(control) => (
        <select {...control} name={name} defaultValue={USUAL_HOME[name]} disabled={isHidden}>
          {ROOMS.map((rooms) => (
            <option key={rooms}>{rooms}</option>
          ))}
        </select>
      )}
    </Field>
  </div>
);

/**
 * Estimates a cleaning by the price book. The form leads to the booking page with what was chosen, also without scripts; estimating.ts
 * calculates, shows the fields that the chosen service needs, and finds the next free window.
 */
export function EstimateStrip({ services, opening }: Estimator) {
  const units = services[0]?.items.map(({ unit }) => unit) ?? [];
  const hasRooms = units.includes('bedroom') || units.includes('bathroom');
  const hasArea = !hasRooms && units.includes('100sqft');
  return (
    <form
      action="/appointments"
      aria-label="Instant estimate"
      autoComplete="off"
      className="mt-7 grid max-w-[640px] gap-3 rounded-card bg-paper p-4 text-ink"
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1.6fr_1fr_1fr]">
        <Field label="Service" className="max-sm:col-span-2">
          {(control) => (
            <select {...control} name="service" defaultValue={services[0]?.type}>
              {services.map(({ type }) => (
                <option key={type} value={type}>
                  {SERVICE_NAMES[type]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Rooms name="bedrooms" label="Bedrooms" isHidden={!hasRooms} />
        <Rooms name="bathrooms" label="Bathrooms" isHidden={!hasRooms} />
        <div hidden={!hasArea} className="col-span-2">
          <Field label="Square feet">
            {(control) => (
              <input
                {...control}
                name="squareFeet"
                type="number"
                inputMode="numeric"
                min={0}
                max={1_000_000}
                defaultValue={AREA}
                disabled={!hasArea}
              />
            )}
          </Field>
        </div>
      </div>
      <input type="hidden" name="date" disabled />
      <div className="flex items-center justify-between gap-3">
        <p className="min-h-[4lh] content-center text-[15px] tabular-nums leading-snug sm:min-h-[2lh]">
          <output className="font-semibold">{opening}</output> <span className="block text-muted text-sm">before tax</span>
        </p>
        <button type="submit" className="button-dark shrink-0">
          Book
        </button>
      </div>
    </form>
  );
}
