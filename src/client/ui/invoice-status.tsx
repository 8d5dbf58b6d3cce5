import type { ShownStatus } from '../../shared/invoices';
import type { Invoice } from '../../shared/invoices-schemas';
import { Chip, type Tone } from './chip';

const STATUSES: Record<ShownStatus, readonly [name: string, tone: Tone]> = {
  draft: ['Draft', 'quiet'],
  pending: ['Pending', 'waiting'],
  overdue: ['Overdue', 'bad'],
  paid: ['Paid', 'good'],
  credited: ['Credited', 'quiet'],
};

export function InvoiceStatusChip({
  invoice: { status, voidedAt = null },
}: {
  invoice: Pick<Invoice, 'status'> & Partial<Pick<Invoice, 'voidedAt'>>;
}) {
  if (voidedAt !== null) return <Chip tone="quiet">Voided</Chip>;
  const [name, tone] = STATUSES[status];
  return <Chip tone={tone}>{name}</Chip>;
}
