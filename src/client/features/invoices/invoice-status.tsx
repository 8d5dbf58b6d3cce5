import type { ShownStatus } from '../../../shared/invoice-words';
import type { Invoice } from '../../../shared/invoices';
import { Chip, type Tone } from '../../ui/chip';

const STATUSES: Record<ShownStatus, readonly [name: string, tone: Tone]> = {
  draft: ['Draft', 'quiet'],
  pending: ['Pending', 'waiting'],
  overdue: ['Overdue', 'bad'],
  paid: ['Paid', 'good'],
  credited: ['Credited', 'quiet'],
};

/** How far an invoice is, in a word. */
export function InvoiceStatusChip({ invoice: { status, voidedAt } }: { invoice: Pick<Invoice, 'status' | 'voidedAt'> }) {
  if (voidedAt !== null) return <Chip tone="quiet">Voided</Chip>;
  const [name, tone] = STATUSES[status];
  return <Chip tone={tone}>{name}</Chip>;
}
