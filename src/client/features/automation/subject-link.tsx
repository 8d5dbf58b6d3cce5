import { linkOptions } from '@tanstack/react-router';
import type { Opportunity } from '../../../shared/automation-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { DialogButton } from '../../ui/dialog-button';
import { Facts } from '../../ui/facts';
import { Loaded } from '../../ui/loaded';
import { formatTimestamp } from '../../ui/times';

const DEMAND = linkOptions({ to: '/ai-dashboard', search: { part: 'demand' }, hash: 'results' });
/** The screens of the rows that opportunities and their evidence name. */
const ROWS = {
  client: (id: number) => linkOptions({ to: '/clients', search: { client: id } }),
  booking: (id: number) => linkOptions({ to: '/bookings', search: { booking: id } }),
  quote: (id: number) => linkOptions({ to: '/admin', search: { quote: id }, hash: 'quotes' }),
  order: (id: number) => linkOptions({ to: '/orders', search: { order: id } }),
  'work-order': (id: number) => linkOptions({ to: '/team', search: { order: id } }),
  invoice: (id: number) => linkOptions({ to: '/invoices', search: { invoice: id } }),
  product: (id: number) => linkOptions({ to: '/inventory-accounting', search: { tab: 'products', product: id } }),
} as const;
const isRow = (type: string): type is keyof typeof ROWS => type in ROWS;

function getSubjectLink({ kind, subjectType, subjectId }: Pick<Opportunity, 'kind' | 'subjectType' | 'subjectId'>) {
  if (isRow(subjectType)) return { label: `Open ${subjectType.replace('-', ' ')}`, link: ROWS[subjectType](Number(subjectId)) };
  if (subjectType === 'supplier')
    return { label: 'Open products', link: linkOptions({ to: '/inventory-accounting', search: { tab: 'products', search: subjectId } }) };
  // The charts show demand by service and area; a town links to the clients who live there.
  if (kind === 'insight' || subjectType === 'service' || subjectType === 'area') return { label: 'Open demand', link: DEMAND };
  return { label: 'Open clients', link: linkOptions({ to: '/clients', search: { q: subjectId } }) };
}

type SubjectLinkProps = { opportunity: Pick<Opportunity, 'kind' | 'subjectType' | 'subjectId' | 'title'>; look: string };

export function SubjectLink({ opportunity, look }: SubjectLinkProps) {
  const { subjectType, subjectId, title } = opportunity;
  const withTitle = (words: string) => (
    <>
      {words}
      <span className="sr-only"> of {title}</span>
    </>
  );
  if (subjectType === 'cart')
    return (
      <DialogButton look={look} label={withTitle('Open cart')} title="Cart left behind" text={title}>
        {() => <Cart id={subjectId} />}
      </DialogButton>
    );
  const { label, link } = getSubjectLink(opportunity);
  return <ScreenLink {...link} look={look} label={withTitle(label)} />;
}

export function EvidenceLink({ type, id, text }: Opportunity['evidence'][number]) {
  const look = 'inline-flex items-center underline underline-offset-4 hover:text-ink max-lg:min-h-11 lg:min-h-6';
  if (type === 'demand') return <ScreenLink {...DEMAND} look={look} label={text} />;
  const row = Number(id);
  if (!isRow(type) || !Number.isSafeInteger(row) || row < 1) return text;
  return <ScreenLink {...ROWS[type](row)} look={look} label={text} />;
}

function Cart({ id }: { id: string }) {
  const cart = trpc.store.getCart.useQuery({ id });
  return (
    <Loaded query={cart} loading="Loading the cart..." failed="The cart could not be loaded." missing={<p>{cart.error?.message}</p>}>
      {({ email, consent, items, subtotal, updatedAt, orderNumber }) => (
        <div className="grid gap-4">
          <ul className="grid divide-y divide-line rounded-card border border-line">
            {items.map(({ name, quantity, price }) => (
              <li key={name} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
                <span className="[overflow-wrap:anywhere]">
                  {quantity} × {name}
                </span>
                <span className="tabular-nums">
                  {formatPrice(price)}
                  {quantity > 1 && ' each'}
                </span>
              </li>
            ))}
            <li className="flex justify-between gap-4 px-4 py-2.5 font-semibold">
              <span>Subtotal before tax</span>
              <span className="tabular-nums">{formatPrice(subtotal)}</span>
            </li>
          </ul>
          <Facts
            facts={[
              ['Email', email ?? 'not given'],
              ['Reminders', consent ? 'agreed to at the checkout' : 'not agreed to at the checkout'],
              [
                'Last changed',
                <time key="changed" dateTime={updatedAt}>
                  {formatTimestamp(updatedAt)}
                </time>,
              ],
              ['Ordered', orderNumber === null ? 'no' : `as order ${orderNumber}`],
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}
