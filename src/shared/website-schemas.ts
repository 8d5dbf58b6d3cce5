import { z } from 'zod';
import type { CompanyLinks } from './company';
import { hostOf, NETWORKS } from './company-links';
import { linkOrBlank, optionalLine, requiredLine, requiredText } from './text';
import { daySchema } from './time-input';
import { type HeroWords, PHOTO_PLACES, type PhotoPlace, type SitePhoto, type SitePhotos, type Testimonial } from './website';

export const heroWordsSchema: z.ZodType<HeroWords, HeroWords> = z.object({ headline: requiredLine(60), lead: requiredText(200) });

const LINK = 'Please enter a link that begins with https://, or leave it empty.';
const networkLinks = Object.fromEntries(
  NETWORKS.map(({ key, name, hosts }) => {
    const message = `Please enter a link to your page on ${name} such as https://${hosts[0]}/yourcompany, or leave it empty.`;
    const isThere = (link: string) => link === '' || hosts.some((host) => `.${hostOf(link)}`.endsWith(`.${host}`));
    return [key, linkOrBlank(message).refine(isThere, message)];
  }),
) as Record<(typeof NETWORKS)[number]['key'], ReturnType<typeof linkOrBlank>>;
export const companyLinksSchema: z.ZodType<CompanyLinks, CompanyLinks> = z.object({
  ...networkLinks,
  listing: linkOrBlank(LINK),
  reviews: linkOrBlank(LINK),
  map: linkOrBlank(LINK),
});

const sitePhotoSchema: z.ZodType<SitePhoto, SitePhoto> = z.object({
  name: z.string().regex(/^[0-9a-f-]{36}-[1-9]\d{0,3}x[1-9]\d{0,3}$/, 'Please upload the photo again.'),
  alt: requiredLine(160),
});
const photoInPlace = sitePhotoSchema.nullable();
export const sitePhotosSchema: z.ZodType<SitePhotos, SitePhotos> = z.object(
  Object.fromEntries(PHOTO_PLACES.map((place) => [place, photoInPlace])) as Record<PhotoPlace, typeof photoInPlace>,
);
/** The answer to an uploaded photo. It is public once a place has it. */
export const uploadedPhotoSchema = z.object({ success: z.literal(true), name: z.string() });

const RATING = 'Please choose one to five stars.';
const testimonialSchema = z.object({
  name: requiredLine(60),
  role: requiredLine(80),
  rating: z.coerce.number<string | number>(RATING).pipe(z.int(RATING).min(1, RATING).max(5, RATING)),
  source: optionalLine(60),
  date: z
    .union([z.literal('').transform(() => null), daySchema])
    .nullish()
    .transform((day) => day ?? null),
  text: requiredText(600),
}) satisfies z.ZodType<Testimonial, unknown>;
export const MAX_TESTIMONIALS = 12;
export const testimonialsSchema = z.array(testimonialSchema).max(MAX_TESTIMONIALS, `Please keep at most ${MAX_TESTIMONIALS}.`);

/** A photo as a page shows it. `avif` and `webp` list its copies with their widths, `src` is for browsers that know neither list. */
const pagePhotoSchema = z.object({
  avif: z.string(),
  webp: z.string(),
  src: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
});
export type PagePhoto = z.output<typeof pagePhotoSchema>;

const titled = z.object({ title: z.string(), text: z.string() });
const pair = z.tuple([z.string(), z.string()]).readonly();
/** Everything that the landing page says beside the company's facts. It comes with the page, so that the page's scripts do not hold it. */
export const landingSchema = z.object({
  headline: z.string(),
  lead: z.string(),
  promises: z.array(pair),
  crew: titled,
  headings: z.object({ services: z.string(), about: z.string(), testimonials: z.string() }),
  supplies: titled,
  contact: titled,
  onlineOffer: z.object({ amount: z.string(), text: z.string() }),
  services: z.array(
    z.object({
      name: z.string(),
      text: z.string(),
      features: z.array(z.string()).readonly(),
      /** The cheapest package of the service; null if each job of it is quoted. `booking` is the address that books it. */
      from: z.object({ price: z.number(), name: z.string(), duration: z.string(), booking: z.string() }).nullable(),
    }),
  ),
  trust: z.array(pair).readonly(),
  story: z.array(z.string()),
  figures: z.array(pair).readonly(),
  director: z.object({ name: z.string(), role: z.string(), quote: z.string(), text: z.string() }),
  testimonials: z.array(z.object({ name: z.string(), text: z.string(), rating: z.number(), about: z.array(z.string()) })),
  referral: z.object({ amount: z.string(), text: z.string() }),
  photos: z.record(z.enum(PHOTO_PLACES), pagePhotoSchema.nullable()),
});
export type LandingContent = z.output<typeof landingSchema>;
