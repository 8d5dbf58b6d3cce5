import { landingText } from '../../shared/marketing';
import { ONLINE_OFFER } from '../../shared/offer-terms';
import { SERVICE_PACKAGES } from '../../shared/packages';
import { quoteServiceName } from '../../shared/quotes';
import { formatDate } from '../../shared/time';
import { PHOTO_PLACES, photoFile, photoSize, photoWidths, type SitePhoto, type Testimonial } from '../../shared/website';
import type { LandingContent, PagePhoto } from '../../shared/website-schemas';
import type { Ctx } from '../context';
import { getCompany, getSettings } from './service';

/** The trust points that also stand below the hero's buttons. */
const PROMISES: readonly string[] = ['Satisfaction Guaranteed', 'Insured & Bonded'];

/** Returns the cheapest package of a service and the address that books it, or null if the service has no package. */
function findCheapest(service: string): LandingContent['services'][number]['from'] {
  const packages = SERVICE_PACKAGES.filter(({ quoteService }) => quoteServiceName(quoteService) === service);
  const cheapest = packages.toSorted((one, other) => one.price - other.price)[0];
  if (!cheapest) return null;
  const { price, name, duration, minutes, bookingService } = cheapest;
  return { price, name, duration, booking: `/appointments?service=${bookingService}&duration=${minutes}&cost=${price}` };
}

function toPagePhoto({ name, alt }: SitePhoto): PagePhoto {
  const widths = photoWidths(name);
  const list = (format: 'avif' | 'webp') => widths.map((width) => `/uploads/${photoFile(name, width, format)} ${width}w`).join(', ');
  const { width, height } = photoSize(name);
  return { avif: list('avif'), webp: list('webp'), src: `/uploads/${photoFile(name, width, 'webp')}`, width, height, alt };
}

const describeOrigin = ({ role, source, date }: Testimonial): string[] => {
  const origin = [source, date === null ? null : formatDate(date)].filter((part) => part !== null).join(', ');
  return origin === '' ? [role] : [role, origin];
};

/** Returns the landing page's texts, prices, reviews and photos. */
export function getLanding(ctx: Pick<Ctx, 'db'>): LandingContent {
  const { hero, photos, testimonials } = getSettings(ctx);
  const { trust, crew, headings, contact, figures, director, referral } = landingText;
  const { city } = getCompany(ctx);
  return {
    ...hero,
    onlineOffer: ONLINE_OFFER,
    services: landingText.services.map((service) => ({ ...service, from: findCheapest(service.name) })),
    trust,
    promises: trust.filter(([title]) => PROMISES.includes(title)),
    crew,
    headings,
    supplies: landingText.supplies(city),
    contact,
    story: landingText.story(getCompany(ctx)),
    figures,
    director,
    testimonials: testimonials.map((testimonial) => {
      const { name, text, rating } = testimonial;
      return { name, text, rating, about: describeOrigin(testimonial) };
    }),
    referral,
    photos: Object.fromEntries(
      PHOTO_PLACES.map((place) => [place, photos[place] && toPagePhoto(photos[place])]),
    ) as LandingContent['photos'],
  };
}
