import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { MONEY_FILES, MONEY_IN_LABELS, MONEY_IN_STATUSES, type MoneyInStatus } from '../../../shared/payments';
import type { Filed, MoneyIn } from '../../../shared/payments-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { sessionFetch } from '../../session-fetch';
import { trpc } from '../../trpc';
import { Button, ScreenLink, TEXT_LINK } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { FilterPills } from '../../ui/filter-pills';
import { LoadMore } from '../../ui/load-more';
import { MutationButton } from '../../ui/mutation-button';
import { getRows, ListStates, PAGED } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import { formatNearTime } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

const PAGE = 20;
const FILTERS = [
  { value: undefined, label: 'All' },
  ...MONEY_IN_STATUSES.toReversed().map((value) => ({ value, label: MONEY_IN_LABELS[value][0] })),
].sort((a, b) => Number(b.value === 'suggested') - Number(a.value === 'suggested'));
const LOOK = 'shrink-0 px-3.5 text-sm lg:min-h-9';

type MoneyInProps = { status: MoneyInStatus | undefined; onStatus: (status: MoneyInStatus | undefined) => void };

/** Lists incoming e-Transfers, each unmatched one with the invoices that it may pay, and accepts notices and bank lists as files. */
export function MoneyInList({ status, onStatus }: MoneyInProps) {
  const list = trpc.payments.listMoneyIn.useInfiniteQuery({ limit: PAGE, ...(status && { status }) }, PAGED);
  return (
    <div className="grid grid-cols-1 gap-4">
      <DropFiles />
      <FilterPills legend="Status" filters={FILTERS} value={status} onFilter={onStatus} />
      <ListStates
        list={list}
        loading="Loading the money that came in..."
        failed="The money that came in could not be loaded."
        empty={
          <EmptyState
            heading="h2"
            title={status ? 'No e-Transfers of this kind' : 'No e-Transfers yet'}
            text={
              status
                ? 'Choose another status to see the others.'
                : 'Add the notices that Interac mails you, or a list from your bank. Each e-Transfer finds its invoice here.'
            }
            {...(status && { action: 'Show All e-Transfers', onAction: () => onStatus(undefined) })}
          />
        }
      />
      <ul aria-label="Money in" className="overflow-clip rounded-card border border-line bg-paper empty:hidden">
        {getRows(list).map((transfer) => (
          <Transfer key={transfer.id} transfer={transfer} />
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  );
}

function Transfer({ transfer }: { transfer: MoneyIn }) {
  const { id, sender, memo, amount, receivedAt, reference, status, reason, suggestions, invoiceId, receiptId } = transfer;
  const [name, tone] = MONEY_IN_LABELS[status];
  return (
    <li className="grid gap-2 border-line border-t px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 grow basis-52 text-sm leading-5">
          <p className="font-semibold [overflow-wrap:anywhere]">
            {sender} · <span className="tabular-nums">{formatPrice(amount)}</span>
          </p>
          <p className="text-muted [overflow-wrap:anywhere]">
            {formatNearTime(receivedAt)} · {reference}
            {memo && ` · “${memo}”`}
          </p>
        </div>
        <Chip tone={tone}>{name}</Chip>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm leading-5">
        <p className="min-w-0 grow basis-44">{reason}</p>
        {receiptId !== null && (
          <ScreenLink to="/receipts" search={{ receipt: receiptId, view: 'money-in' }} look={TEXT_LINK} label="Receipt" about={sender} />
        )}
        {invoiceId !== null && (
          <ScreenLink to="/invoices" search={{ invoice: invoiceId }} look={TEXT_LINK} label="Invoice" about={sender} />
        )}
        {status === 'suggested' && (
          <MutationButton
            look={`button-ghost ${LOOK}`}
            label="Ignore"
            about={`${sender}, ${formatPrice(amount)}`}
            procedure={trpc.payments.ignore}
            input={{ id }}
            failure="The e-Transfer could not be ignored. Please try again."
            done={{ title: 'Ignored', description: `${formatPrice(amount)} from ${sender}` }}
          />
        )}
      </div>
      {suggestions.length > 0 && (
        <ul aria-label={`Invoices for the e-Transfer from ${sender}`} className="grid gap-1">
          {suggestions.map(({ invoiceId: invoice, invoiceNumber, reason: why }, place) => (
            <li key={invoice} className="flex min-h-12 items-center gap-3 rounded-small bg-sage-50 py-1 pr-2 pl-3 text-sm leading-5">
              <p className="min-w-0 grow [overflow-wrap:anywhere]">
                <ScreenLink to="/invoices" search={{ invoice }} look="font-semibold hover:underline" label={invoiceNumber} />{' '}
                <span className="block text-muted">{why}</span>
              </p>
              <MutationButton
                look={clsx(place === 0 ? 'button-dark' : 'button-ghost', LOOK)}
                label="Confirm"
                about={`${invoiceNumber} for ${sender}`}
                procedure={trpc.payments.confirm}
                input={{ id, invoiceId: invoice }}
                failure="The e-Transfer could not be booked. Please try again."
                done={{ title: `${invoiceNumber}: ${formatPrice(amount)} received`, description: `From ${sender}` }}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Says in one sentence what became of several files. */
function describeFiled(all: readonly Filed[]): string {
  const sum = (field: 'matched' | 'suggested' | 'known') => all.reduce((total, filed) => total + filed[field], 0);
  const parts = [
    [sum('matched'), 'matched'],
    [sum('suggested'), 'to check'],
    [sum('known'), 'known already'],
  ].filter(([count]) => count !== 0);
  const hints = [...new Set(all.flatMap(({ hint }) => hint ?? []))];
  return [parts.length > 0 && `${parts.map((part) => part.join(' ')).join(', ')}.`, ...hints].filter(Boolean).join(' ') || 'Nothing new.';
}

/** Returns the toast for files that were sent, with the reason of each that could not be read. */
function toFilesToast(filed: readonly Filed[], failed: readonly string[]): Parameters<typeof showToast>[0] {
  if (failed.length === 0)
    return { title: filed.length === 1 ? 'File read' : `${filed.length} files read`, description: describeFiled(filed) };
  const title = filed.length === 0 ? 'Error' : `${filed.length} of ${filed.length + failed.length} files read`;
  return { title, description: [...(filed.length > 0 ? [describeFiled(filed)] : []), ...failed].join(' '), kind: 'destructive' };
}

async function sendFile(file: File): Promise<Filed> {
  const body = new FormData();
  body.set('file', file);
  return (await (await sessionFetch(MONEY_FILES, { method: 'POST', body })).json()) as Filed;
}

function DropFiles() {
  const input = useRef<HTMLInputElement>(null);
  const utils = trpc.useUtils();
  const [isOver, setIsOver] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const send = async (files: readonly File[]) => {
    if (files.length === 0 || isBusy) return;
    setIsBusy(true);
    const filed: Filed[] = [];
    const failed: string[] = [];
    for (const file of files) {
      await sendFile(file).then(
        (read) => filed.push(read),
        (error) => failed.push(`${file.name}: ${error.message || 'The file could not be read. Please try again.'}`),
      );
    }
    setIsBusy(false);
    showToast(toFilesToast(filed, failed));
    await utils.invalidate();
  };
  return (
    <section
      aria-label="Add notices or a bank list"
      className={clsx(
        'flex flex-wrap items-center gap-3 rounded-card border border-dashed p-4',
        isOver ? 'border-pine-600 bg-sage-100' : 'border-line bg-paper',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void send([...event.dataTransfer.files]);
      }}
    >
      <Upload aria-hidden="true" className="size-5 shrink-0 text-pine-600 max-sm:hidden" />
      <p className="min-w-0 grow basis-56 text-sm leading-5">
        Drop Interac's notices (.eml) or a list from your bank (.csv) here.{' '}
        <span className="text-muted">A bank's list only makes suggestions.</span>
      </p>
      <input
        ref={input}
        type="file"
        multiple
        accept=".eml,.csv,message/rfc822,text/csv"
        aria-label="Notices or a bank list"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void send([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button
        look={`button-ghost ${LOOK} max-sm:w-full`}
        label={isBusy ? 'Reading...' : 'Choose files'}
        onPress={() => input.current?.click()}
      />
    </section>
  );
}
