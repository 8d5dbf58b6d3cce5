import { useCallback } from 'react';
import { company } from '../../../shared/company';
import type { Estimator } from '../../../shared/pricing-schemas';
import type { LandingContent } from '../../../shared/website-schemas';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { QuoteLink } from '../../ui/public/quote-link';
import { ServerDrawn } from '../../ui/public/server-drawn';
import crewDrawing from './crew.svg';
import { EstimateStrip } from './estimate-strip';
import { Photo } from './photo';
import { WindowPane } from './window-pane';

export function Hero({ content, estimator }: { content: LandingContent; estimator: Estimator }) {
  const { lead, onlineOffer, promises } = content;
  // A stable function, because React calls a new ref callback after each render.
  const estimate = useCallback(
    (part: HTMLElement | null) => {
      const form = part?.querySelector('form');
      if (form)
        void import('./next-free').then(
          ({ followStrip }) => followStrip(form, estimator),
          () => undefined,
        );
    },
    [estimator],
  );
  return (
    <section id="home">
      <div className="on-pine bg-pine-900 text-white">
        <div className="wrap grid items-end gap-x-14 pt-6 lg:grid-cols-[1.05fr_1fr] lg:pt-10">
          <div className="lg:col-span-2">
            <p className="mb-4 lg:mb-5 inline-flex items-center gap-2 rounded-full bg-white/10 px-4 py-2 text-[15px]">
              <b className="whitespace-nowrap text-citrus-400">{onlineOffer.amount}</b> {onlineOffer.text}
            </p>
            <ServerDrawn name="headline">{import.meta.env.SSR && <Headline {...content} />}</ServerDrawn>
            <p className="mt-5 max-w-[33em] text-lg text-white/85 sm:text-[19px] lg:mt-6 lg:max-w-none">{lead}</p>
          </div>
          <div className="pb-7 lg:pb-12">
            {estimator.services.length > 0 && (
              <ServerDrawn name="estimate" ref={estimate}>
                {import.meta.env.SSR && <EstimateStrip {...estimator} />}
              </ServerDrawn>
            )}
            <div className="mt-7 flex flex-wrap gap-3">
              <QuoteLink href="#contact" className="button-primary">
                Get Free Quote
              </QuoteLink>
              <a href="#services" className="button-on-pine">
                Our Services
              </a>
              <a href="/store" className="button-on-pine">
                Shop Supplies
              </a>
            </div>
            <ul aria-label="What we promise" className="mt-5 grid gap-x-7 gap-y-2 text-[15px] sm:flex">
              {promises.map(([title, text]) => (
                <li key={title} className="flex gap-2">
                  <Icon name="check" className="mt-1 size-4 shrink-0 text-citrus-400" />
                  <span className="max-w-[17em]">
                    <b className="block">{title}</b>
                    <span className="text-white/80">{text}</span>
                  </span>
                </li>
              ))}
            </ul>
            <ServerDrawn name="payments">{import.meta.env.SSR && <Payments />}</ServerDrawn>
          </div>
          <WindowPane />
        </div>
      </div>
      <ServerDrawn name="crew">
        {import.meta.env.SSR && (
          <>
            <ContactBar />
            <Crew {...content} />
          </>
        )}
      </ServerDrawn>
    </section>
  );
}

const Payments = () => (
  <ul aria-label="Payment methods" className="mt-7 flex flex-wrap items-center gap-2 text-[15px]">
    <li className="mr-1 text-white/75">We accept</li>
    {company.paymentMethods.map((method) => (
      <li key={method} className="rounded-small border border-white/25 px-3 py-1">
        {method}
      </li>
    ))}
  </ul>
);

/** Underlines what follows the last comma, if it is short enough for one line. */
function Headline({ headline }: LandingContent) {
  const [, start = headline, end] = /^(.+,) (.{1,14})$/.exec(headline) ?? [];
  return (
    <h1 className="font-bold text-[clamp(36px,9.6vw,42px)] sm:text-[clamp(42px,5.2vw,74px)]">
      {start}
      {end && (
        <>
          {' '}
          <span className="relative whitespace-nowrap">
            {end}
            <svg
              viewBox="0 0 200 20"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="absolute inset-x-0 -bottom-[0.16em] h-[0.22em] w-full"
            >
              <path d="M2 14C50 4 140 3 198 9" fill="none" stroke="var(--color-citrus-400)" strokeWidth="6" strokeLinecap="round" />
            </svg>
          </span>
        </>
      )}
    </h1>
  );
}

function ContactBar() {
  const { phone, email, city, region } = useCompany();
  const link = 'inline-flex min-h-11 items-center gap-2 hover:underline';
  return (
    <address className="border-line border-b bg-sage-100 font-medium text-[15px] text-pine-700 not-italic">
      <ul className="wrap grid grid-cols-1 gap-x-6 py-2 min-[420px]:grid-cols-2 lg:min-h-15 lg:grid-cols-[1.1fr_1.3fr_1fr_1.1fr] lg:items-center">
        <li>
          <a className={link} href={phone.href}>
            <Icon name="phone" className="size-4.5" /> {phone.display}
          </a>
        </li>
        <li>
          <a className={link} href={`mailto:${email}`}>
            <Icon name="mail" className="size-4.5" /> {email}
          </a>
        </li>
        <li className="inline-flex min-h-11 items-center gap-2">
          <Icon name="pin" className="size-4.5" /> {city}, {region}
        </li>
        <li className="inline-flex min-h-11 items-center gap-2">
          <Icon name="clock" className="size-4.5" /> 24/7 emergency cleaning
        </li>
      </ul>
    </address>
  );
}

const Crew = ({ crew: { title, text }, photos: { crew: photo } }: LandingContent) => (
  <div className="bg-sage-50">
    <div className="wrap grid items-center gap-6 py-10 md:grid-cols-2 md:gap-8 lg:gap-16 lg:py-20">
      <div className="overflow-hidden rounded-[22px]">
        {photo ? (
          <Photo photo={photo} sizes="(min-width: 768px) 560px, calc(100vw - 36px)" className="block aspect-3/2 w-full object-cover" />
        ) : (
          <img
            src={crewDrawing}
            alt="Three cleaners in the green uniform of the company"
            width={460}
            height={300}
            loading="lazy"
            className="block w-full"
          />
        )}
      </div>
      <div>
        <h2 className="font-bold text-[clamp(30px,3.4vw,42px)]">{title}</h2>
        <p className="mt-4 max-w-[32em] text-lg text-muted">{text}</p>
      </div>
    </div>
  </div>
);
