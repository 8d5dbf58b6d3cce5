import type { FriendList, ReferredFriend, RewardState } from '../../../shared/offers';
import { businessDay } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { CopyButton } from '../../ui/copy-button';
import { LoadMore } from '../../ui/load-more';
import { Loaded } from '../../ui/loaded';
import { MutationButton } from '../../ui/mutation-button';
import { getRows, PAGED } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { formatShortDate } from '../../ui/times';

const PAGE = 10;
const STATES: Record<RewardState, [tone: Tone, words: string]> = {
  waiting: ['waiting', 'Waiting for the first finished and paid job'],
  earned: ['active', 'Earned'],
  granted: ['good', 'Granted'],
  void: ['quiet', 'No reward'],
};

export function ClientReferrals({ id }: { id: number }) {
  const list = trpc.offers.listFriends.useInfiniteQuery({ clientId: id, limit: PAGE }, PAGED);
  return (
    <Panel title="Referrals">
      <Loaded query={list} loading="Loading referrals..." failed="The referrals could not be loaded.">
        {({ pages: [first] }) => (
          <>
            {first && <Code clientId={id} link={first.link} code={first.code} />}
            {first && first.friends > 0 && (
              <>
                <p className="font-semibold">
                  {first.friends} {first.friends === 1 ? 'friend' : 'friends'} booked with it
                </p>
                <ul className="grid divide-y divide-line">
                  {getRows(list).map((friend) => (
                    <Friend key={friend.id} friend={friend} />
                  ))}
                </ul>
              </>
            )}
            <LoadMore list={list} />
            {first && first.refused.length > 0 && <Refused bookings={first.refused} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Code({ clientId, link, code }: { clientId: number; link: string | null; code: string | null }) {
  if (link === null)
    return (
      <>
        <p className="text-muted">
          With a referral code, a friend gets $25 off their first online booking. The client gets $25 too, once that job is finished and
          paid.
        </p>
        <MutationButton
          look="button-ghost justify-self-start"
          label="Make a Code"
          busy="Making..."
          procedure={trpc.offers.makeCode}
          input={{ clientId }}
          failure="Failed to make the code. Please try again."
        />
      </>
    );
  return (
    <div className="grid gap-2">
      <p>
        Code <b className="font-semibold tracking-wider">{code}</b>
        <span className="block text-muted text-sm [overflow-wrap:anywhere]">{link}</span>
      </p>
      <CopyButton look="button-ghost justify-self-start" label="Copy Link" text={link} done={{ title: 'Link Copied', description: link }} />
    </div>
  );
}

const Refused = ({ bookings }: { bookings: FriendList['refused'] }) => (
  <section className="grid gap-2 rounded-small bg-amber-100 px-4 py-3" aria-label="Bookings without a reward">
    <p>
      <b className="font-semibold">No reward:</b> these bookings came with this client's own code and share their e-mail, phone, or name and
      address.
    </p>
    <ul className="grid gap-1">
      {bookings.map(({ bookingId, name, bookedAt }) => (
        <li key={bookingId}>
          <ScreenLink
            to="/bookings"
            search={{ booking: bookingId }}
            look="inline-flex items-center font-semibold underline underline-offset-4 [overflow-wrap:anywhere] max-lg:min-h-11"
            label={name}
          />
          , booked on <time dateTime={bookedAt}>{formatShortDate(businessDay(bookedAt))}</time>
        </li>
      ))}
    </ul>
  </section>
);

function Friend({ friend: { name, bookingId, bookedAt, state, invoice } }: { friend: ReferredFriend }) {
  const [tone, words] = STATES[state];
  return (
    <li className="grid justify-items-start gap-1 py-3 first:pt-0 last:pb-0">
      <ScreenLink
        to="/bookings"
        search={{ booking: bookingId }}
        look="inline-flex items-center font-semibold text-pine-700 underline underline-offset-4 [overflow-wrap:anywhere] max-lg:min-h-11"
        label={name}
      />
      <p className="text-muted text-sm">
        Booked on <time dateTime={bookedAt}>{formatShortDate(businessDay(bookedAt))}</time>
      </p>
      <Chip tone={tone}>{words}</Chip>
      {invoice && (
        <ScreenLink
          to="/invoices"
          search={{ invoice: invoice.id }}
          look="inline-flex items-center text-pine-700 text-sm underline underline-offset-4 max-lg:min-h-11"
          label={`$25 on ${invoice.invoiceNumber}`}
        />
      )}
    </li>
  );
}
