import { TextField } from '../../ui/form';
import type { CompanyFormState } from './company-form-state';

const DAYS = [
  ['weekdays', 'Monday to Friday'],
  ['weekend', 'Saturday and Sunday'],
] as const;
const ENDS = [
  ['opens', 'Opens'],
  ['closes', 'Closes'],
] as const;

export function HoursFields({ form }: { form: CompanyFormState }) {
  return (
    <>
      <p className="text-muted text-[15px]">On the company's clock. Bookings keep to them where “Respect posted hours” is on.</p>
      {DAYS.map(([days, title]) => (
        <fieldset key={days} className="grid max-w-md grid-cols-2 gap-x-4 gap-y-1">
          <legend className="mb-1 font-semibold text-[15px]">{title}</legend>
          {ENDS.map(([end, label]) => (
            <TextField key={end} form={form} name={`hours.${days}.${end}`} label={label} isRequired type="time" />
          ))}
        </fieldset>
      ))}
    </>
  );
}
