import { MOST_MAILS, type RowResults } from '../../../shared/bulk';
import { formatCount } from '../../../shared/counts';
import { BulkButton } from '../../ui/bulk-button';
import { formatMailed } from './documents';

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
