import { MOST_MAILS, type RowResults } from '../../../shared/bulk';
import { BulkButton } from '../../ui/bulk-button';
import { formatMailed } from './documents';

/** Returns how many documents there are, such as "1 invoice" or "3 invoices". */
export const formatCount = (count: number, noun: 'invoice' | 'receipt') => `${count} ${noun}${count === 1 ? '' : 's'}`;

type Mailed = RowResults & { isStored: boolean };
type EmailInBulkProps<Row extends { id: number }> = Pick<
  Parameters<typeof BulkButton<Row, { ids: (string | number)[] }, Mailed>>[0],
  'rows' | 'about' | 'procedure' | 'onDone'
> & { noun: 'invoice' | 'receipt'; text: string };

/** Mails the selected documents to their customers, after a question. */
export const EmailInBulk = <Row extends { id: number }>({ noun, text, ...bulk }: EmailInBulkProps<Row>) => (
  <BulkButton
    {...bulk}
    label="Email"
    busy="Sending..."
    most={MOST_MAILS}
    input={(ids) => ({ ids })}
    failure={`Failed to send the ${noun}s. Please try again.`}
    question={{ title: `Email ${formatCount(bulk.rows.length, noun)}?`, text, action: 'Send Emails', isSafe: true }}
    done={(mailed, { isStored }) => formatMailed(formatCount(mailed, noun), isStored)}
  />
);
