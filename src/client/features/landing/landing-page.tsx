import type { ReactNode } from 'react';
import type { Estimator } from '../../../shared/pricing-schemas';
import type { LandingContent } from '../../../shared/website-schemas';
import { trackBooking } from '../../ui/public/analytics';
import { CallBar } from '../../ui/public/call-bar';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { ServerDrawn } from '../../ui/public/server-drawn';
import { BeforeAfter } from './before-after';
import portrait from './director.svg';
import { Hero } from './hero';
import { Photo } from './photo';
import { Referral } from './referral';
import shelf from './shelf.svg';

type LandingPageProps = { content: LandingContent; estimator: Estimator; quoteForm: ReactNode };

/** Shows the landing page; the route passes the quote form, because features do not import each other. */
export const LandingPage = ({ content, estimator, quoteForm }: LandingPageProps) => (
  <main id="main">
    <Hero content={content} estimator={estimator} />
    <div>
      <Services {...content} />
      <ServerDrawn name="about">
        {import.meta.env.SSR && (
          <>
            <About {...content} />
            <Testimonials {...content} />
          </>
        )}
      </ServerDrawn>
      <Referral {...content.referral} />
      <Contact {...content.contact} quoteForm={quoteForm} />
      <CallBar />
    </div>
  </main>
);

/** Counts the presses of "Book Now", which leave the page. */
const countBookings = (part: HTMLElement | null): void =>
  part?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="/appointments"]')) trackBooking();
  });

const Services = ({ services, trust, headings, supplies, photos: { before, after } }: LandingContent) => (
  <section id="services" aria-labelledby="services-title">
    <div className="wrap py-11 lg:py-20">
      <h2 id="services-title" className="max-w-[14em] font-bold text-[clamp(32px,3.8vw,46px)]">
        {headings.services}
      </h2>
      <div className="mt-6 grid gap-4 md:mt-9 md:gap-5 md:grid-cols-3">
        <ServerDrawn name="services" className="contents" ref={countBookings}>
          {import.meta.env.SSR && services.map((service) => <ServiceCard key={service.name} {...service} />)}
        </ServerDrawn>
      </div>
      <a
        href="/marketplace?tab=services"
        className="mt-5 inline-flex min-h-11 items-center font-semibold text-pine-700 underline underline-offset-4"
      >
        See all packages with fixed prices
      </a>
      {before && after && (
        <div className="mt-8">
          <BeforeAfter before={before} after={after} />
        </div>
      )}
      <ServerDrawn name="trust">{import.meta.env.SSR && <TrustPoints points={trust} />}</ServerDrawn>
    </div>
    <ServerDrawn name="supplies">{import.meta.env.SSR && <SuppliesPromotion {...supplies} />}</ServerDrawn>
  </section>
);

const TrustPoints = ({ points }: { points: LandingContent['trust'] }) => (
  <ul className="mt-8 grid gap-x-8 gap-y-5 border-line border-t pt-7 sm:pt-10 sm:grid-cols-2 lg:grid-cols-4">
    {points.map(([title, text]) => (
      <li key={title}>
        <h3 className="font-bold text-lg">{title}</h3>
        <p className="mt-1.5 text-muted">{text}</p>
      </li>
    ))}
  </ul>
);

const ServiceCard = ({ name, text, features, from }: LandingContent['services'][number]) => (
  <article className="grid content-between gap-5 rounded-card border border-line bg-paper p-5 sm:p-7">
    <div>
      <h3 className="font-bold text-2xl">{name}</h3>
      <p className="mt-3">{text}</p>
      <ul className="mt-5 grid gap-2.5 text-muted">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Icon name="check" className="mt-1 size-4 shrink-0 text-pine-600" /> {feature}
          </li>
        ))}
      </ul>
    </div>
    <div className="border-line border-t pt-5">
      <p className="flex min-h-9 items-baseline gap-1.5">
        {from && <span className="text-muted">from</span>}
        <b className="font-bold font-display text-[34px] leading-none tracking-display tabular-nums">
          {from ? `$${from.price}` : 'Free quote'}
        </b>
      </p>
      <p className="mt-1 text-[15px] text-muted">
        {from ? `${from.name}, ${from.duration}` : 'We confirm the price before the work begins.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {from && (
          <a href={from.booking} className="button-dark">
            Book Now<span className="sr-only">, {from.name}</span>
          </a>
        )}
        <a href="#contact" className="button-ghost">
          Learn More<span className="sr-only"> about {name} cleaning</span>
        </a>
      </div>
    </div>
  </article>
);

const SuppliesPromotion = ({ title, text }: LandingContent['supplies']) => (
  <div className="wrap pb-11 lg:pb-20">
    <div className="grid items-center gap-6 rounded-[22px] bg-sage-100 p-6 md:grid-cols-[1fr_340px] md:p-12">
      <div>
        <h2 className="font-bold text-[clamp(26px,3vw,36px)]">{title}</h2>
        <p className="mt-3 max-w-[32em] text-lg text-muted">{text}</p>
        <a href="/store" className="button-dark mt-6">
          Browse Store
        </a>
      </div>
      <img src={shelf} alt="" width={360} height={220} loading="lazy" className="block w-full" />
    </div>
  </div>
);

function About({ headings, story, figures, director, photos }: LandingContent) {
  const pictures = [photos.van, photos['first-extra'], photos['second-extra']].filter((photo) => photo !== null);
  return (
    <section id="about" aria-labelledby="about-title" className="on-pine bg-pine-900 text-white">
      <div className="wrap grid gap-8 py-11 lg:grid-cols-[1.2fr_1fr] lg:gap-20 lg:py-24">
        <div>
          <h2 id="about-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
            {headings.about}
          </h2>
          {story.map((paragraph) => (
            <p key={paragraph} className="mt-5 max-w-[36em] text-lg text-white/85">
              {paragraph}
            </p>
          ))}
          <ul className="mt-10 grid grid-cols-2 gap-x-6 gap-y-7 sm:flex sm:gap-12">
            {figures.map(([figure, label]) => (
              <li key={label}>
                <b className="block font-bold font-display text-[34px] leading-none tracking-display">{figure}</b>{' '}
                <span className="block text-[15px] text-white/75">{label}</span>
              </li>
            ))}
          </ul>
        </div>
        <figure className="grid content-center gap-6 self-center rounded-[22px] bg-pine-950/60 p-6 sm:p-8">
          <blockquote className="font-display font-semibold text-2xl leading-snug tracking-display">“{director.quote}”</blockquote>
          <figcaption className="flex flex-wrap items-center gap-5">
            <img src={portrait} alt="" width={96} height={96} loading="lazy" className="shrink-0 rounded-full bg-sage-200" />
            <div className="grow basis-48">
              <p className="font-semibold text-lg">
                {director.name}, <span className="font-normal text-white/75">{director.role}</span>
              </p>
              <p className="mt-1 text-[15px] text-white/80">{director.text}</p>
            </div>
          </figcaption>
        </figure>
        {pictures.length > 0 && (
          <div className="grid gap-5 md:auto-cols-fr md:grid-flow-col lg:col-span-2">
            {pictures.map((photo) => (
              <Photo
                key={photo.src}
                photo={photo}
                sizes={`(min-width: 768px) calc(${Math.round(100 / pictures.length)}vw - 36px), calc(100vw - 36px)`}
                className={`w-full rounded-[22px] object-cover ${pictures.length === 1 ? 'aspect-3/2 md:aspect-5/2' : 'aspect-3/2'}`}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

const STARS = ['one', 'two', 'three', 'four', 'five'] as const;

/** Returns the width of a review, so that rows of two come first and rows of three fill the rest. */
function getSpan(index: number, count: number): string {
  if (count === 1) return 'md:col-span-6';
  return index < ([0, 4, 2][count % 3] ?? 0) ? 'md:col-span-3' : 'md:col-span-2';
}

const Testimonials = ({ headings, testimonials }: LandingContent) =>
  testimonials.length > 0 && (
    <section id="testimonials" aria-labelledby="testimonials-title" className="bg-sage-50">
      <div className="wrap py-11 lg:py-20">
        <h2 id="testimonials-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
          {headings.testimonials}
        </h2>
        <ul className="mt-6 grid gap-4 md:mt-9 md:gap-5 md:grid-cols-6">
          {testimonials.map(({ name, text, rating, about }, index) => (
            <li
              key={`${name} ${text}`}
              className={`grid content-between gap-4 rounded-card border border-line bg-paper p-5 sm:p-7 ${getSpan(index, testimonials.length)}`}
            >
              <div>
                <p role="img" aria-label={`${rating} out of 5 stars`} className="flex gap-0.5 text-citrus-500">
                  {STARS.slice(0, rating).map((star) => (
                    <Icon key={star} name="star" className="size-5 fill-current stroke-amber-700" />
                  ))}
                </p>
                <p className={`mt-3 sm:mt-4 ${index < 2 ? 'text-lg sm:text-xl sm:leading-relaxed' : ''}`}>“{text}”</p>
              </div>
              <p>
                <b className="block">{name}</b>
                {about.map((line) => (
                  <span key={line} className="block text-muted text-sm">
                    {line}
                  </span>
                ))}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );

const Contact = ({ title, text, quoteForm }: LandingContent['contact'] & { quoteForm: ReactNode }) => (
  <section id="contact" aria-labelledby="contact-title" className="bg-sage-100">
    <div className="wrap grid gap-7 py-11 lg:grid-cols-[1fr_1.35fr] lg:gap-16 lg:py-24">
      <ServerDrawn name="contact">{import.meta.env.SSR && <ContactFacts title={title} text={text} />}</ServerDrawn>
      <div className="rounded-[22px] border border-line bg-paper p-5 shadow-card sm:p-9">{quoteForm}</div>
    </div>
  </section>
);

function ContactFacts({ title, text }: LandingContent['contact']) {
  const { phone, email, regions, hours } = useCompany();
  return (
    <>
      <h2 id="contact-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
        {title}
      </h2>
      <p className="mt-4 max-w-[28em] text-lg">{text}</p>
      <p className="mt-6 rounded-card bg-paper p-5">
        Already know what you need?{' '}
        <a href="/appointments" className="font-semibold text-pine-700 underline underline-offset-4">
          Book an appointment online
        </a>{' '}
        and pick a time yourself.
      </p>
      <ul className="mt-5 grid gap-1 sm:mt-8">
        <li>
          <a className="inline-flex min-h-11 items-center gap-3 font-semibold text-lg hover:underline" href={phone.href}>
            <Icon name="phone" /> {phone.display}
          </a>
        </li>
        <li>
          <a className="inline-flex min-h-11 items-center gap-3 font-semibold text-lg hover:underline" href={`mailto:${email}`}>
            <Icon name="mail" /> {email}
          </a>
        </li>
        <li className="flex min-h-11 items-center gap-3">
          <Icon name="pin" /> {regions.join(', ')}
        </li>
        <li className="flex min-h-11 items-center gap-3">
          <Icon name="clock" /> {hours.text.join(', ')}
        </li>
      </ul>
    </>
  );
}
