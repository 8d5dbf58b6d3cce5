import { GENERIC_REFERRAL_CODE, OFFERS_WHEN_BOOKING } from '../../../shared/offer-terms';
import { trpc } from '../../trpc';
import { readReferral } from './referral';

export function BookingOffers() {
  const ref = readReferral();
  const isPersonal = ref !== undefined && ref !== GENERIC_REFERRAL_CODE;
  // Without an answer the general offers stay, as for an unknown code.
  const { data } = trpc.offers.describe.useQuery({ ref: ref ?? null }, { enabled: isPersonal });
  const offers = data?.offers ?? (['first-online-booking'] as const);
  return (
    <ul aria-label="Offers" className="grid gap-1 rounded-small border border-sage-200 px-4 py-3 text-[15px]">
      {offers.map((offer) => (
        <li key={offer} className="font-medium">
          {OFFERS_WHEN_BOOKING[offer]}
        </li>
      ))}
      <li className="text-muted text-sm">Your booking includes this. You do not need to enter a code.</li>
    </ul>
  );
}
