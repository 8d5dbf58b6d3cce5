import { type NUMBERING, settingsSchema } from '../../../shared/settings';
import { trpc } from '../../trpc';
import { Facts } from '../../ui/facts';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { ErrorState } from '../../ui/states';
import { Choices, Switch } from './choices';
import { SectionForm } from './section-form';

const RULES: readonly (readonly [(typeof NUMBERING)[number], string, string])[] = [
  [
    'highest-plus-one',
    'Highest + 1',
    'One more than the highest number there is. A deleted draft gives its number back; voided invoices and receipts keep theirs.',
  ],
  ['never-reuse', 'Never reuse', 'One more than the highest number there ever was. Numbers of deleted drafts are not used again.'],
];

const schema = settingsSchema.pick({
  numbering: true,
  invoiceDueDays: true,
  invoiceInstructions: true,
  quoteTerms: true,
  allowLateApproval: true,
});

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
            hint="Days until the invoice of a job or booking is due. 0 means the same day."
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
        <Panel title="Quotes">
          <TextField
            form={form}
            name="quoteTerms"
            label="Terms"
            hint="Shown above the client's answer on each new quote. You can change them for a single quote."
            rows={6}
          />
          <Switch
            control={form.register('allowLateApproval')}
            label="Late approval"
            hint="Lets clients approve a quote after its last day. Otherwise they are asked to call you."
          />
        </Panel>
      </>
    )}
  </SectionForm>
);

function NextNumbers() {
  const { data, isError, refetch } = trpc.invoices.nextNumbers.useQuery();
  if (isError) return <ErrorState text="The next numbers could not be loaded." onRetry={() => void refetch()} />;
  return (
    <div className="rounded-small bg-sage-100 px-4 py-3 tabular-nums">
      <Facts
        facts={[
          ['The next invoice will be', data?.invoice ?? '…'],
          ['The next receipt will be', data?.receipt ?? '…'],
        ]}
      />
    </div>
  );
}
