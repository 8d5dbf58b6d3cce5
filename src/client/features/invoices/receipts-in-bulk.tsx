import { MOST_MAILS, MOST_ROWS } from '../../../shared/bulk';
import type { Receipt } from '../../../shared/invoices-schemas';
import { trpc } from '../../trpc';
import { BulkButton } from '../../ui/bulk-button';
import { formatMailed } from './documents';

type BulkProps = { rows: readonly Receipt[]; onDone: () => void };
const count = (receipts: number) => (receipts === 1 ? '1 receipt' : `${receipts} receipts`);
const getAbout = ({ receiptNumber }: Receipt) => receiptNumber;

export const EmailReceipts = ({ rows, onDone }: BulkProps) => (
  <BulkButton
    label="Email"
    busy="Sending..."
    rows={rows}
    most={MOST_MAILS}
    about={getAbout}
    procedure={trpc.invoices.emailReceiptsInBulk}
    input={(ids) => ({ ids })}
    failure="Failed to send the receipts. Please try again."
    question={{
      title: `Email ${count(rows.length)}?`,
      text: 'Each goes to the e-mail address of its customer.',
      action: 'Send Emails',
      isSafe: true,
    }}
    done={(mailed, { isStored }) => formatMailed(count(mailed), isStored)}
    onDone={onDone}
  />
);

export const DeleteReceipts = ({ rows, onDone }: BulkProps) => (
  <BulkButton
    label="Delete"
    busy="Deleting..."
    rows={rows}
    most={MOST_ROWS}
    about={getAbout}
    procedure={trpc.invoices.deleteReceiptsInBulk}
    input={(ids) => ({ ids })}
    failure="Failed to delete the receipts. Please try again."
    question={{
      title: `Delete ${count(rows.length)}?`,
      text: 'They are voided: kept with their numbers, and left out of all totals. This cannot be undone.',
      note: 'The amounts are open again on their invoices. The payment of an order is cleared at the order.',
      action: 'Delete Receipts',
    }}
    done={(deleted) => `${count(deleted)} ${deleted === 1 ? 'is' : 'are'} voided`}
    onDone={onDone}
  />
);
