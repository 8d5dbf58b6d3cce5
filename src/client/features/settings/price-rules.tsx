import { z } from 'zod';
import { formatService } from '../../../shared/dispatch';
import { formatCents } from '../../../shared/money';
import { moneyInput } from '../../../shared/money-input';
import { FREQUENCY_NAMES, REGULAR_FREQUENCIES } from '../../../shared/plans';
import { type Settings, settingsSchema } from '../../../shared/settings';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { SectionForm } from './section-form';

/** A minimum charge as it is typed; empty for none. */
const charge = z.preprocess((typed) => (typed === '' ? undefined : typed), moneyInput.transform(formatCents).optional());
const schema = settingsSchema.pick({ planDiscounts: true }).extend({ charges: z.record(z.string(), charge) });

const toFieldsOf =
  (services: readonly string[]) =>
  ({ planDiscounts, minimumCharges }: Settings): z.input<typeof schema> => ({
    planDiscounts,
    charges: Object.fromEntries(services.map((service) => [service, minimumCharges[service] ?? ''])),
  });

/** The minimum charges of the services, and the discounts of regular visits. */
export const PriceRules = ({ services }: { services: readonly string[] }) => (
  <SectionForm
    schema={schema}
    toFields={toFieldsOf(services)}
    toChange={({ planDiscounts, charges }, { minimumCharges }) => ({
      planDiscounts,
      minimumCharges: Object.fromEntries(
        Object.entries({ ...minimumCharges, ...charges }).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    })}
  >
    {(form) => (
      <>
        <Panel title="Minimum charges">
          <p className="text-[15px] text-muted">An estimate never comes to less. Leave a service empty to have no minimum.</p>
          <div className="grid grid-cols-2 items-end gap-4">
            {services.map((service) => (
              <TextField
                key={service}
                form={form}
                name={`charges.${service}`}
                label={formatService(service)}
                inputMode="decimal"
                maxLength={20}
              />
            ))}
          </div>
        </Panel>
        <Panel title="Regular visits">
          <p className="text-[15px] text-muted">
            The percentage off each visit of clients who come back regularly. The booking form shows it unless it is 0.
          </p>
          <div className="grid grid-cols-2 items-end gap-4 sm:grid-cols-3">
            {REGULAR_FREQUENCIES.map((frequency) => (
              <TextField
                key={frequency}
                form={form}
                name={`planDiscounts.${frequency}`}
                label={`${FREQUENCY_NAMES[frequency]} (%)`}
                isRequired
                inputMode="decimal"
                maxLength={6}
              />
            ))}
          </div>
        </Panel>
      </>
    )}
  </SectionForm>
);
