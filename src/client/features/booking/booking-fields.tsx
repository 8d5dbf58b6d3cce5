import { DEFAULT_BOOKING_MINUTES, MAX_BOOKING_MINUTES } from '../../../shared/booking';
import type { Issue } from '../../../shared/errors';
import { FREQUENCIES, FREQUENCY_NAMES } from '../../../shared/plans';
import { trpc } from '../../trpc';
import { useCompany } from '../../ui/public/company';
import { Field, SmsChoice } from '../../ui/public/field';
import { findFieldMessage } from '../../ui/public/public-form';
import { HiddenField, type PublicField, TextFields } from '../../ui/public/text-fields';
import type { Rooms } from './wanted-rooms';

/** Minutes and dollars of a package or an estimate, and the rooms that it is for. */
export type Estimate = { duration?: number | undefined; cost?: number | undefined; rooms?: Rooms | undefined };

const WIDE = 'sm:col-span-2';
const formatCost = (cost: number) => (Number.isInteger(cost) ? String(cost) : cost.toFixed(2));

const listPersonFields = (city: string): PublicField[] => [
  { name: 'clientName', label: 'Full Name', asking: 'Please enter your name.', className: WIDE, input: { autoComplete: 'name' } },
  {
    name: 'clientPhone',
    label: 'Phone Number',
    asking: 'Please enter your phone number.',
    className: WIDE,
    input: { type: 'tel', autoComplete: 'tel', placeholder: '(250) 555-0100' },
  },
  {
    name: 'clientEmail',
    label: 'Email Address',
    asking: 'Please enter your email address.',
    className: WIDE,
    input: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  },
  {
    name: 'clientAddress',
    label: 'Service Address',
    asking: 'Please enter the address to clean.',
    className: WIDE,
    input: { autoComplete: 'address-line1', placeholder: `100 Victoria St, ${city}` },
  },
];

const listEstimateFields = ({ duration = DEFAULT_BOOKING_MINUTES, cost = 0 }: Estimate): PublicField[] => [
  {
    name: 'estimatedDuration',
    label: 'Estimated Duration (minutes)',
    input: { type: 'number', inputMode: 'numeric', min: 0, max: MAX_BOOKING_MINUTES, step: 1, defaultValue: String(duration) },
  },
  {
    name: 'totalAmount',
    label: 'Estimated Cost ($)',
    input: { type: 'number', inputMode: 'decimal', min: 0, step: 0.01, defaultValue: formatCost(cost) },
  },
];

/** The fields about the client and the address to clean. */
export function PersonFields({ issues }: { issues: Issue[] }) {
  const { city } = useCompany();
  return (
    <>
      <TextFields fields={listPersonFields(city)} issues={issues} />
      <HiddenField />
    </>
  );
}

/** Asks how often the client wants to be served, with the discounts that the owner gives. */
function FrequencyField({ issues }: { issues: Issue[] }) {
  const { data } = trpc.pricing.estimator.useQuery();
  return (
    <Field label="How often?" error={findFieldMessage('frequency', '', issues)} className={WIDE}>
      {(control) => (
        <select {...control} name="frequency" defaultValue="once">
          {FREQUENCIES.map((frequency) => {
            const percent = frequency === 'once' ? 0 : (data?.discounts[frequency] ?? 0);
            return (
              <option key={frequency} value={frequency}>
                {percent > 0 ? `${FREQUENCY_NAMES[frequency]}, ${percent}% off` : FREQUENCY_NAMES[frequency]}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}

export function BookingFields({ issues, estimate }: { issues: Issue[]; estimate: Estimate }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PersonFields issues={issues} />
      <TextFields key={`${estimate.duration} ${estimate.cost}`} fields={listEstimateFields(estimate)} issues={issues} />
      <FrequencyField issues={issues} />
      <Field label="Special Requests or Notes" error={findFieldMessage('specialRequests', '', issues)} className={WIDE}>
        {(control) => <textarea {...control} name="specialRequests" rows={3} placeholder="Gate codes, pets, what matters to you" />}
      </Field>
      <SmsChoice />
    </div>
  );
}
