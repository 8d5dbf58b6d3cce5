import type { z } from 'zod';
import { type NUMBERING, type Settings, settingsSchema } from '../../../shared/settings';
import { trpc } from '../../trpc';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { Field } from '../../ui/public/field';
import { Choices } from './choices';
import { SectionForm } from './section-form';

const RULES: readonly (readonly [(typeof NUMBERING)[number], string, string])[] = [
  [
    'highest-plus-one',
    'Highest + 1',
    'One more than the highest number there is. A deleted draft gives its number back; voided invoices and receipts keep theirs.',
  ],
  ['never-reuse', 'Never reuse', 'One more than the highest number there ever was. Numbers of deleted drafts stay empty.'],
];

const schema = settingsSchema.pick({ numbering: true, invoiceDueDays: true, invoiceInstructions: true });
const toFields = ({ numbering, invoiceDueDays, invoiceInstructions }: Settings): z.input<typeof schema> => ({
  numbering,
  invoiceDueDays,
  invoiceInstructions,
});

/** The numbers of documents and the terms of new invoices. */
export const NumbersSection = () => (
  <SectionForm schema={schema} toFields={toFields} toChange={(values) => values}>
    {({ register, formState: { errors } }) => (
      <>
        <Panel title="Numbers of invoices and receipts">
          <Choices control={register('numbering')} legend="The next number" error={errors.numbering?.message} options={RULES} />
          <NextNumbers />
        </Panel>
        <Panel title="New invoices">
          <Field
            label="Due after days"
            isRequired
            hint="Days until an invoice that is made of a job or a booking is due; 0 for the same day."
            error={errors.invoiceDueDays?.message}
          >
            {(control) => (
              <input
                {...control}
                {...register('invoiceDueDays')}
                className={`${control.className} max-w-40`}
                inputMode="numeric"
                maxLength={3}
              />
            )}
          </Field>
          <Field
            label="How to pay"
            hint="Printed on every open invoice, such as where to send an e-Transfer."
            error={errors.invoiceInstructions?.message}
          >
            {(control) => <textarea {...control} {...register('invoiceInstructions')} rows={3} />}
          </Field>
        </Panel>
      </>
    )}
  </SectionForm>
);

/** Shows the next numbers by the stored rule. */
function NextNumbers() {
  const { data } = trpc.invoices.nextNumbers.useQuery();
  if (!data) return null;
  return (
    <div className="rounded-small bg-sage-100 px-4 py-3 tabular-nums">
      <Facts
        facts={[
          ['The next invoice will be', data.invoice],
          ['The next receipt will be', data.receipt],
        ]}
      />
    </div>
  );
}
