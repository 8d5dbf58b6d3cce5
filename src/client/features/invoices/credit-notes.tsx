import { type CreditNote, creditNoteInput, type InvoiceDetails } from '../../../shared/invoices-schemas';
import { subtractAmounts } from '../../../shared/money';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, TextField, useTextForm } from '../../ui/form';
import { useIdempotencyKey } from '../../ui/idempotency-key';
import { MutationButton, useAction } from '../../ui/mutation-button';
import { PAGED } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { formatShortDate } from '../../ui/times';
import { mailing, PrintDocument, ROW_BUTTON, SavePage, SavePdf } from './documents';
import { RecordRefund } from './record-payment';

const PAGE = 20;

const COLUMNS: readonly Column<CreditNote>[] = [
  { key: 'number', head: 'Credit note', width: 'w-32', cell: ({ creditNoteNumber }) => creditNoteNumber },
  { key: 'invoice', head: 'Invoice', width: 'w-28', cell: ({ invoiceNumber }) => invoiceNumber },
  { key: 'customer', head: 'Customer', cell: ({ customerName }) => customerName },
  { key: 'reason', head: 'Reason', from: 'lg', isOptional: true, cell: ({ reason }) => reason },
  { key: 'date', head: 'Date', from: 'md', width: 'w-30', cell: ({ issuedDate }) => <IssuedDay day={issuedDate} /> },
  { key: 'amount', head: 'Amount', align: 'end', width: 'w-32', cell: ({ amount }) => formatPrice(amount) },
];

const IssuedDay = ({ day }: { day: string }) => <time dateTime={day}>{formatShortDate(day)}</time>;

/** Lists all credit notes; each opens its invoice. */
export function CreditNotes() {
  const list = trpc.invoices.listCreditNotes.useInfiniteQuery({ limit: PAGE }, PAGED);
  return (
    <DataTable
      name="creditNotes"
      title="Credit notes"
      list={list}
      columns={COLUMNS}
      about={({ creditNoteNumber }) => creditNoteNumber}
      open={({ invoiceId }) =>
        ({ from: '/invoices', to: '/invoices', search: (shown: object) => ({ ...shown, invoice: invoiceId }), resetScroll: false }) as const
      }
      menu={(note) => <NoteActions note={note} />}
      select={{ table: 'credit_notes' }}
      phone={({ customerName, amount, creditNoteNumber, invoiceNumber, issuedDate }) => [
        [customerName, formatPrice(amount)],
        <span key="text">
          {creditNoteNumber} for {invoiceNumber} · <IssuedDay day={issuedDate} />
        </span>,
      ]}
      loading="Loading credit notes..."
      failed="The credit notes could not be loaded."
      empty={
        <EmptyState heading="h2" title="No credit notes yet" text="Open an issued invoice to take back all or a part of it.">
          <ScreenLink to="/invoices" look="button-ghost mt-2" label="Show Invoices" />
        </EmptyState>
      }
    />
  );
}

export function InvoiceCreditNotes({ invoice }: { invoice: InvoiceDetails }) {
  const { creditNotes, refundDue, status, voidedAt } = invoice;
  if (status === 'draft' || (voidedAt !== null && creditNotes.length === 0)) return null;
  return (
    <Panel title="Credit Notes">
      {creditNotes.length === 0 && <p className="text-muted">No credit notes for this invoice.</p>}
      {creditNotes.length > 0 && (
        <ul className="grid divide-y divide-line border-line border-y">
          {creditNotes.map((note) => (
            <li key={note.id} className="py-3">
              <Note note={note} />
            </li>
          ))}
        </ul>
      )}
      {Number(refundDue) > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>
            Refund due: <span className="font-semibold tabular-nums">{formatPrice(refundDue)}</span>
          </p>
          {voidedAt === null && <RecordRefund invoice={invoice} />}
        </div>
      )}
      {voidedAt === null && <CreateCreditNote invoice={invoice} />}
    </Panel>
  );
}

const Note = ({ note }: { note: CreditNote }) => (
  <div className="grid gap-2">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h3 className="font-bold tabular-nums">{note.creditNoteNumber}</h3>
      <p className="font-semibold tabular-nums">{formatPrice(note.amount)}</p>
    </div>
    <p className="text-muted text-sm">
      <IssuedDay day={note.issuedDate} />
    </p>
    <p className="[overflow-wrap:anywhere]">{note.reason}</p>
    <div className="flex flex-wrap gap-2">
      <NoteActions note={note} />
    </div>
  </div>
);

function NoteActions({ note }: { note: CreditNote }) {
  const document = { kind: 'Credit-note', id: note.id, number: note.creditNoteNumber } as const;
  return (
    <>
      <SavePage {...document} />
      <SavePdf {...document} />
      <PrintDocument {...document} />
      <EmailCreditNote note={note} />
    </>
  );
}

function EmailCreditNote({ note: { id, creditNoteNumber, customerEmail } }: { note: CreditNote }) {
  if (!customerEmail) return null;
  return (
    <MutationButton
      {...mailing(creditNoteNumber)}
      label="Email"
      procedure={trpc.invoices.emailCreditNote}
      input={{ creditNoteId: id, customerEmail }}
      failure="Failed to send the credit note. Please try again."
    />
  );
}

const noteInput = creditNoteInput.pick({ amount: true, reason: true });
type Props = { invoice: InvoiceDetails };

const getLeft = ({ totalAmount, credited }: InvoiceDetails): string => subtractAmounts(totalAmount, credited);

function CreateCreditNote({ invoice }: Props) {
  const left = getLeft(invoice);
  if (Number(left) === 0) return null;
  return (
    <div>
      <DialogButton
        look={ROW_BUTTON}
        label="Create Credit Note"
        about={invoice.invoiceNumber}
        title={`Create a credit note for ${invoice.invoiceNumber}`}
        text={`Up to ${formatPrice(left)} can be credited, taxes included. This lowers the sales and taxes of the current period.`}
      >
        {(close) => <CreditForm invoice={invoice} onDone={close} />}
      </DialogButton>
    </div>
  );
}

function CreditForm({ invoice, onDone }: Props & { onDone: () => void }) {
  const idempotencyKey = useIdempotencyKey();
  const form = useTextForm(noteInput, { amount: getLeft(invoice), reason: '' });
  const create = useAction({
    procedure: trpc.invoices.createCreditNote,
    failure: 'Failed to create the credit note. Please try again.',
    done: ({ creditNoteNumber, amount }) => ({
      title: 'Credit Note Created',
      description: `${creditNoteNumber} takes ${formatPrice(amount)} off ${invoice.invoiceNumber}.`,
    }),
    onDone,
  });
  return (
    <SaveForm
      form={form}
      call={create}
      input={(note) => ({ invoiceId: invoice.id, ...note, idempotencyKey })}
      onCancel={onDone}
      submit="Create Credit Note"
    >
      <TextField form={form} name="amount" label="Amount" missing="Please enter the amount." inputMode="decimal" />
      <TextField form={form} name="reason" label="Reason" missing="Please enter the reason." />
    </SaveForm>
  );
}
