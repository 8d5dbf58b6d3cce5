import { MOST_ROWS } from '../../../shared/bulk';
import { formatCount } from '../../../shared/counts';
import type { Receipt } from '../../../shared/invoices-schemas';
import { trpc } from '../../trpc';
import { BulkButton } from '../../ui/bulk-button';
import { EmailInBulk } from './email-in-bulk';

type BulkProps = { rows: readonly Receipt[]; onDone: () => void };
const count = (receipts: number) => formatCount(receipts, 'receipt');
const getAbout = ({ receiptNumber }: Receipt) => receiptNumber;

export const ReceiptsInBulk = (bulk: BulkProps) => (
  <>
    <EmailInBulk
      {...bulk}
      noun="receipt"
      about={getAbout}
      procedure={trpc.invoices.emailReceiptsInBulk}
      text="Each goes to the e-mail address of its customer."
    />
    <DeleteReceipts {...bulk} />
  </>
);

const DeleteReceipts = ({ rows, onDone }: BulkProps) => (
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
