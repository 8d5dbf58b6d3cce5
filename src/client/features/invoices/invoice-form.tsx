import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import type { Invoice } from '../../../shared/invoices-schemas';
import { BottomBar } from '../../ui/bottom-bar';
import { Panel } from '../../ui/panel';
import { DraftNote } from '../../ui/public/draft-note';
import { showErrors, useDraftForm } from './form-draft';
import { AmountFields, CustomerFields, PaymentFields, ServiceFields } from './invoice-fields';
import { InvoiceTotals } from './invoice-totals';
import { type InvoiceValues, invoiceForm, type JobDeposit, withSubtotal } from './invoice-values';
import type { Promises } from './promised-offers';

const check = zodResolver(invoiceForm, undefined, { raw: true });

export function useInvoiceForm(name: string, blank: InvoiceValues, version?: string) {
  const state = useDraftForm<InvoiceValues>({
    name,
    blank,
    // Sends the typed text, since the schema's output is in cents.
    resolver: (values, context, options) => check(withSubtotal(values), context, options),
    version,
  });
  const submit = (send: (values: InvoiceValues) => void) => state.form.handleSubmit((values) => send(withSubtotal(values)), showErrors);
  return { ...state, submit };
}

type InvoiceFormProps = {
  state: ReturnType<typeof useInvoiceForm>;
  invoice?: Invoice;
  promises?: Promises;
  /** The price of similar jobs, shown beside the subtotal. */
  suggested?: string | null | undefined;
  /** The deposits of the job, which come off by themselves. */
  deposit?: JobDeposit | undefined;
  summary: ReactNode;
  buttons: ReactNode;
  onSubmit: (values: InvoiceValues) => void;
};

export const InvoiceFields = ({
  state: { form, draft, onReset, submit },
  invoice,
  promises,
  suggested,
  deposit,
  summary,
  buttons,
  onSubmit,
}: InvoiceFormProps) => (
  <form
    noValidate
    className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]"
    onSubmit={(event) => void submit(onSubmit)(event)}
    onReset={onReset}
  >
    <div className="grid gap-5">
      {draft.isRestored && <DraftNote />}
      <CustomerFields form={form} />
      <ServiceFields form={form} />
      <AmountFields form={form} promises={promises} suggested={suggested} deposit={deposit} />
      <PaymentFields form={form} />
    </div>
    <div className="grid gap-5 max-xl:contents xl:sticky xl:top-6">
      <Panel title="Total">
        {summary}
        <InvoiceTotals control={form.control} invoice={invoice} promised={promises?.rows ?? []} deposit={deposit} />
      </Panel>
      <BottomBar layout="flex-wrap gap-2.5 sm:*:grow">{buttons}</BottomBar>
    </div>
  </form>
);
