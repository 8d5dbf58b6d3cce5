import { MOST_ROWS } from '../../../shared/bulk';
import { formatCount } from '../../../shared/counts';
import { BIN_DAYS } from '../../../shared/invoices';
import type { Invoice } from '../../../shared/invoices-schemas';
import { trpc } from '../../trpc';
import { BulkButton } from '../../ui/bulk-button';
import { EmailInBulk } from './email-in-bulk';

type BulkProps = { rows: readonly Invoice[]; onDone: () => void };
const count = (invoices: number) => formatCount(invoices, 'invoice');
const getAbout = ({ invoiceNumber }: Invoice) => invoiceNumber;

export const InvoicesInBulk = (props: BulkProps) => (
  <>
    <PayInvoices {...props} />
    <EmailInvoices {...props} />
    <DeleteInvoices {...props} />
  </>
);

const PayInvoices = ({ rows, onDone }: BulkProps) => (
  <BulkButton
    label="Mark as Paid"
    rows={rows}
    most={MOST_ROWS}
    about={getAbout}
    procedure={trpc.invoices.changeInBulk}
    input={(ids) => ({ ids, step: 'pay' as const })}
    failure="Failed to mark the invoices as paid. Please try again."
    done={(paid) => `${count(paid)} marked as paid in cash, each with its receipt`}
    undo={{
      procedure: trpc.invoices.changeInBulk,
      input: (ids) => ({ ids, step: 'reopen' as const }),
      failure: 'Failed to undo the payments. Please try again.',
      done: (reopened) => `${count(reopened)} ${reopened === 1 ? 'is' : 'are'} open again`,
    }}
    onDone={onDone}
  />
);

const EmailInvoices = (bulk: BulkProps) => (
  <EmailInBulk
    {...bulk}
    noun="invoice"
    about={getAbout}
    procedure={trpc.invoices.emailInBulk}
    text="Each goes as a PDF to the e-mail address of its customer. Drafts are issued."
  />
);

const DeleteInvoices = ({ rows, onDone }: BulkProps) => (
  <BulkButton
    label="Delete"
    busy="Deleting..."
    rows={rows}
    most={MOST_ROWS}
    about={getAbout}
    procedure={trpc.invoices.changeInBulk}
    input={(ids) => ({ ids, step: 'delete' as const })}
    failure="Failed to delete the invoices. Please try again."
    question={{
      title: `Delete ${count(rows.length)}?`,
      text: `Drafts move to the bin. Issued invoices are voided: kept with their numbers, and left out of all totals. All can be restored for ${BIN_DAYS} days.`,
      action: 'Delete Invoices',
    }}
    done={(deleted) => `${count(deleted)} deleted`}
    undo={{
      procedure: trpc.invoices.changeInBulk,
      input: (ids) => ({ ids, step: 'restore' as const }),
      failure: 'Failed to restore the invoices. Please try again.',
      done: (restored) => `${count(restored)} ${restored === 1 ? 'is' : 'are'} on the list again`,
    }}
    onDone={onDone}
  />
);
