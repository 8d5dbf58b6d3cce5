import { type NUMBERING, settingsSchema } from '../../../shared/settings';
import { trpc } from '../../trpc';
import { Facts } from '../../ui/facts';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
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

export const NumbersSection = () => (
  <SectionForm schema={schema}>
    {(form) => (
      <>
        <Panel title="Numbers of invoices and receipts">
          <Choices
            control={form.register('numbering')}
            legend="The next number"
            error={form.formState.errors.numbering?.message}
            options={RULES}
          />
          <NextNumbers />
        </Panel>
        <Panel title="New invoices">
          <TextField
            form={form}
            name="invoiceDueDays"
            label="Due after days"
            isRequired
            hint="Days until an invoice that is made of a job or a booking is due; 0 for the same day."
            inputClass="max-w-40"
            inputMode="numeric"
            maxLength={3}
          />
          <TextField
            form={form}
            name="invoiceInstructions"
            label="How to pay"
            hint="Printed on every open invoice, such as where to send an e-Transfer."
            rows={3}
          />
        </Panel>
      </>
    )}
  </SectionForm>
);

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
