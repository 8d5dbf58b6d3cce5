import type { ReactNode } from 'react';
import { landingText } from '../../../shared/marketing';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import portrait from './director.svg';
import { Hero } from './hero';
import { Referral } from './referral';
import shelf from './shelf.svg';

/** Shows the landing page; the route passes the quote form, because features do not import each other. */
export const LandingPage = ({ quoteForm }: { quoteForm: ReactNode }) => (
  <main id="main">
    <Hero />
    <Services />
    <About />
    <Testimonials />
    <Referral />
    <Contact quoteForm={quoteForm} />
  </main>
);

const Services = () => (
  <section id="services" aria-labelledby="services-title">
    <div className="wrap py-16 lg:py-20">
      <h2 id="services-title" className="max-w-[14em] font-bold text-[clamp(32px,3.8vw,46px)]">
        Three ways we leave a place better than we found it
      </h2>
      <div className="mt-9 grid gap-5 md:grid-cols-3">
        {landingText.services.map((service) => (
          <ServiceCard key={service.name} {...service} />
        ))}
      </div>
      <ul className="mt-12 grid gap-x-8 gap-y-6 border-line border-t pt-10 sm:grid-cols-2 lg:grid-cols-4">
        {landingText.trust.map(([title, text]) => (
          <li key={title}>
            <h3 className="font-bold text-lg">{title}</h3>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </div>
    <SuppliesPromotion />
  </section>
);

const ServiceCard = ({ name, text, features }: (typeof landingText.services)[number]) => (
  <article className="grid content-between gap-6 rounded-card border border-line bg-paper p-7">
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
    <a href="#contact" className="button-ghost justify-self-start">
      Learn More<span className="sr-only"> about {name} cleaning</span>
    </a>
  </article>
);

const SuppliesPromotion = () => (
  <div className="wrap pb-16 lg:pb-20">
    <div className="grid items-center gap-8 rounded-[22px] bg-sage-100 p-8 md:grid-cols-[1fr_340px] md:p-12">
      <div>
        <h2 className="font-bold text-[clamp(26px,3vw,36px)]">The supplies our own crews use</h2>
        <p className="mt-3 max-w-[32em] text-lg text-muted">
          Detergents, tools and protective gear, delivered in the {useCompany().city} area in 1 to 3 business days.
        </p>
        <a href="/store" className="button-dark mt-6">
          Browse Store
        </a>
      </div>
      <img src={shelf} alt="" width={360} height={220} loading="lazy" className="block w-full" />
    </div>
  </div>
);

function About() {
  const { story, figures, director } = landingText;
  return (
    <section id="about" aria-labelledby="about-title" className="on-pine bg-pine-900 text-white">
      <div className="wrap grid gap-12 py-16 lg:grid-cols-[1.2fr_1fr] lg:gap-20 lg:py-24">
        <div>
          <h2 id="about-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
            Neighbours first, cleaners second
          </h2>
          {story(useCompany()).map((paragraph) => (
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
        <figure className="grid content-center gap-6 self-center rounded-[22px] bg-pine-950/60 p-8">
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
      </div>
    </section>
  );
}

const STARS = ['one', 'two', 'three', 'four', 'five'] as const;

const Testimonials = () => (
  <section id="testimonials" aria-labelledby="testimonials-title" className="bg-sage-50">
    <div className="wrap py-16 lg:py-20">
      <h2 id="testimonials-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
        What people say when we have left
      </h2>
      <ul className="mt-9 grid gap-5 md:grid-cols-6">
        {landingText.testimonials.map(({ name, role, text, rating }, index) => (
          <li
            key={name}
            className={`grid content-between gap-5 rounded-card border border-line bg-paper p-7 ${index < 2 ? 'md:col-span-3' : 'md:col-span-2'}`}
          >
            <div>
              <p role="img" aria-label={`${rating} out of 5 stars`} className="flex gap-0.5 text-citrus-500">
                {STARS.slice(0, rating).map((star) => (
                  <Icon key={star} name="star" className="size-5 fill-current stroke-amber-700" />
                ))}
              </p>
              <p className={`mt-4 ${index < 2 ? 'text-xl leading-relaxed' : ''}`}>“{text}”</p>
            </div>
            <p>
              <b className="block">{name}</b>
              <span className="text-muted text-sm">{role}</span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

function Contact({ quoteForm }: { quoteForm: ReactNode }) {
  const { phone, email, regions, hours } = useCompany();
  return (
    <section id="contact" aria-labelledby="contact-title" className="bg-sage-100">
      <div className="wrap grid gap-10 py-16 lg:grid-cols-[1fr_1.35fr] lg:gap-16 lg:py-24">
        <div>
          <h2 id="contact-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
            Get your free quote
          </h2>
          <p className="mt-4 max-w-[28em] text-lg">
            Tell us what needs cleaning. A person reads every request and replies within 24 hours.
          </p>
          <p className="mt-6 rounded-card bg-paper p-5">
            Already know what you need?{' '}
            <a href="/appointments" className="font-semibold text-pine-700 underline underline-offset-4">
              Book an appointment online
            </a>{' '}
            and pick a time yourself.
          </p>
          <ul className="mt-8 grid gap-1">
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
        </div>
        <div className="rounded-[22px] border border-line bg-paper p-6 shadow-card sm:p-9">{quoteForm}</div>
      </div>
    </section>
  );
}
