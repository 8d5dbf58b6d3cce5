import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { FREQUENCY_NAMES, formatRule } from '../../../../shared/plans';
import { QUOTE_SERVICE_TYPES } from '../../../../shared/quotes';
import { formatService } from '../../../../shared/service-name';
import { trpc } from '../../../trpc';
import { ActionButton } from '../../../ui/action-button';
import { BottomBar } from '../../../ui/bottom-bar';
import { SubmitButton } from '../../../ui/dialog-buttons';
import { SelectField, TextField } from '../../../ui/form';
import { showIssues } from '../../../ui/form-issues';
import { Panel } from '../../../ui/panel';
import { ComposerTotals } from './composer-totals';
import { PriceBook } from './price-book';
import { PriceHint } from './price-hint';
import { type QuoteForm, QuoteLineFields } from './quote-line-fields';
import { type Composition, checkQuote, type QuoteValues, toComposition } from './quote-values';

type Save = {
  isPending: boolean;
  mutate: (input: Composition, callbacks: { onSuccess: (quote: { id: number }) => void; onError: (error: unknown) => void }) => void;
};

type ComposerFormProps = {
  initial: QuoteValues;
  inquiryId: number | null;
  save: Save;
  /** Called with the saved draft; `isSending` is true if it should be sent next. */
  onSaved: (id: number, isSending: boolean) => void;
};

/** The form of a quote: lines with live totals, deposit, plan, message and terms. */
export function ComposerForm({ initial, inquiryId, save, onSaved }: ComposerFormProps) {
  const form = useForm<QuoteValues, unknown, QuoteValues>({ resolver: checkQuote, defaultValues: initial });
  const lines = useFieldArray({ control: form.control, name: 'lines' });
  const serviceType = useWatch({ control: form.control, name: 'serviceType' });
  const submit = (isSending: boolean) =>
    form.handleSubmit((values) => {
      if (save.isPending) return;
      save.mutate(toComposition(values), {
        onSuccess: ({ id }) => onSaved(id, isSending),
        onError: (error) => showIssues(form, error),
      });
    });
  return (
    <form
      noValidate
      className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]"
      onSubmit={(event) => void submit(true)(event)}
    >
      <div className="grid gap-5">
        <Panel title="Lines">
          <ServiceField form={form} />
          <PriceHint inquiryId={inquiryId} />
          <QuoteLineFields form={form} lines={lines} />
          <PriceBook serviceType={serviceType} onAdd={(line) => lines.append(line, { shouldFocus: false })} />
        </Panel>
        <Panel title="How often">
          <PlanFields form={form} />
        </Panel>
        <Panel title="Message and terms">
          <TextField form={form} name="message" label="Message" hint="Shown above the lines." rows={3} />
          <TextField form={form} name="terms" label="Terms" rows={6} />
        </Panel>
      </div>
      <div className="grid gap-5 max-xl:contents xl:sticky xl:top-6">
        <Panel title="Total">
          <ComposerTotals control={form.control} />
          <DepositFields form={form} />
          <TextField form={form} name="validUntil" label="Valid until" type="date" isRequired />
        </Panel>
        <BottomBar layout="flex-wrap gap-2.5 sm:*:grow">
          <SubmitButton label="Preview and send" busy="Saving..." isPending={save.isPending} />
          <ActionButton label="Save as draft" isPending={save.isPending} onPress={() => void submit(false)()} />
        </BottomBar>
      </div>
    </form>
  );
}

type FieldsProps = { form: QuoteForm };

function ServiceField({ form }: FieldsProps) {
  const { data } = trpc.pricing.list.useQuery();
  const chosen = form.formState.defaultValues?.serviceType ?? '';
  const known = new Set<string>([...(chosen ? [chosen] : []), ...QUOTE_SERVICE_TYPES, ...(data?.rows.map((row) => row.serviceType) ?? [])]);
  return (
    <SelectField
      form={form}
      name="serviceType"
      label="Service"
      missing="Please choose a service."
      empty="Choose a service"
      options={[...known].map((service) => [service, formatService(service)] as const)}
    />
  );
}

function DepositFields({ form }: FieldsProps) {
  const kind = useWatch({ control: form.control, name: 'depositKind' });
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        form={form}
        name="depositKind"
        label="Deposit"
        options={[
          ['none', 'None'],
          ['amount', 'Amount'],
          ['percent', 'Percent'],
        ]}
      />
      {kind !== 'none' && (
        <TextField
          form={form}
          name="deposit"
          label={kind === 'percent' ? 'Percent of the total' : 'Deposit amount'}
          isRequired
          inputMode="decimal"
          placeholder={kind === 'percent' ? '25' : '0.00'}
        />
      )}
    </div>
  );
}

function PlanFields({ form }: FieldsProps) {
  const { frequency, rrule, startTime } = useWatch({ control: form.control }) as QuoteValues;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        form={form}
        name="frequency"
        label="Frequency"
        className="sm:col-span-2"
        options={[
          ...(rrule && form.formState.defaultValues?.frequency === 'stored'
            ? [['stored', formatRule(rrule, startTime || '00:00')] as const]
            : []),
          ...Object.entries(FREQUENCY_NAMES),
        ]}
      />
      {frequency !== 'once' && (
        <>
          <TextField form={form} name="startDate" label="First visit" missing="Please choose the day of the first visit." type="date" />
          <TextField form={form} name="startTime" label="Time" missing="Please choose the time." type="time" />
          <TextField
            form={form}
            name="discountPercent"
            label="Plan discount (%)"
            hint="Taken off the price of each visit on its invoice, in addition to the lines above."
            inputMode="decimal"
            className="sm:col-span-2"
          />
        </>
      )}
      {frequency !== 'once' && (
        <p className="text-muted text-sm sm:col-span-2">Approving the quote creates a plan instead of a single job.</p>
      )}
    </div>
  );
}
