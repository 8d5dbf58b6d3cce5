import { useState } from 'react';
import { POPUP_BLOCKED, PRINT_DELAY_MS } from '../../../shared/printing';
import { getProfile, PDF_PATH, PRINT_PATH, type Profile } from '../../../shared/profile';
import { wait } from '../../pause';
import { trackBooking } from '../../ui/public/analytics';
import { CallBar } from '../../ui/public/call-bar';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { QuoteLink } from '../../ui/public/quote-link';
import { showToast } from '../../ui/toast/toast-store';
import pages from './pages.svg';
import { ValleyMap } from './valley-map';
import van from './van.svg';

export function ProfilePage({ today }: { today: string }) {
  const profile = getProfile(useCompany(), today);
  return (
    <main id="main">
      <Hero {...profile} />
      <div>
        <Overview {...profile} />
        <Founder {...profile} />
        <Services {...profile} />
        <Reasons {...profile} />
        <Areas {...profile} />
        <Contact {...profile} />
        <footer className="wrap py-6 text-center text-[15px] text-muted tabular-nums">{profile.legal}</footer>
        <CallBar />
      </div>
    </main>
  );
}

const Hero = ({ title, lead }: Profile) => (
  <section className="on-pine overflow-hidden bg-pine-900 text-white" aria-labelledby="profile-title">
    <div className="wrap grid gap-x-14 pt-8 lg:grid-cols-[1.1fr_1fr] lg:pt-6 lg:pb-8">
      <div className="lg:col-start-1 lg:row-start-1 lg:self-end">
        <h1 id="profile-title" className="font-bold text-[clamp(44px,6vw,80px)]">
          {title}
        </h1>
        <p className="mt-5 max-w-[26em] text-[19px] text-white/85">{lead}</p>
      </div>
      <img
        src={pages}
        alt="The two pages of the printed company profile"
        width={560}
        height={426}
        className="mx-auto mt-5 block w-full max-w-[360px] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:max-w-none"
      />
      <DownloadProfile />
    </div>
  </section>
);

const Overview = ({ headings, overview, figures }: Profile) => (
  <section aria-labelledby="overview-title">
    <div className="wrap grid gap-x-20 gap-y-10 py-16 lg:grid-cols-[1.15fr_1fr] lg:py-24">
      <div>
        <SectionTitle id="overview-title">{headings.overview}</SectionTitle>
        {overview.map((paragraph) => (
          <p key={paragraph} className="mt-5 max-w-[34em] text-lg">
            {paragraph}
          </p>
        ))}
      </div>
      <ul className="grid grid-cols-2 self-center border-line border-t">
        {figures.map(([figure, label]) => (
          <li key={label} className="border-line border-b py-6 even:border-l even:pl-6 sm:py-8 sm:even:pl-10">
            <b className="block font-bold font-display text-[clamp(40px,4.6vw,60px)] text-pine-700 leading-none tracking-display tabular-nums">
              {figure}
            </b>{' '}
            <span className="mt-2 block">{label}</span>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

const Founder = ({ headings, founder }: Profile) => (
  <section aria-labelledby="founder-title" className="bg-sage-100">
    <div className="wrap grid items-end gap-x-16 gap-y-4 pt-16 lg:grid-cols-[1fr_1.1fr] lg:pt-24">
      <img
        src={van}
        alt=""
        width={560}
        height={380}
        loading="lazy"
        className="order-last block w-full max-w-[560px] self-end lg:order-first"
      />
      <div className="lg:pb-24">
        <SectionTitle id="founder-title">{headings.founder}</SectionTitle>
        {founder.story.map((paragraph) => (
          <p key={paragraph} className="mt-5 max-w-[36em] text-lg">
            {paragraph}
          </p>
        ))}
        <figure className="mt-8 border-citrus-500 border-l-4 pl-5">
          <blockquote className="font-display font-semibold text-2xl leading-snug tracking-display">“{founder.quote}”</blockquote>
          <figcaption className="mt-2 text-muted">
            {founder.name}, {founder.role}
          </figcaption>
        </figure>
      </div>
    </div>
  </section>
);

const Services = ({ headings, services }: Profile) => (
  <section aria-labelledby="services-title">
    <div className="wrap py-16 lg:py-24">
      <SectionTitle id="services-title">{headings.services}</SectionTitle>
      <ul className="mt-9 grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {services.map(({ id, name, text }) => (
          <li
            key={id}
            className={`flex gap-5 rounded-card border p-6 ${id === 'emergency' ? 'border-citrus-400 bg-citrus-400' : 'border-line bg-paper'}`}
          >
            <Icon d={PATHS[id]} className="size-10 shrink-0 stroke-[1.5] text-pine-700" />
            <div>
              <h3 className="font-bold text-[22px]">{name}</h3>
              <p className="mt-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

const Reasons = ({ headings, reasons }: Profile) => (
  <section aria-labelledby="reasons-title" className="on-pine bg-pine-900 text-white">
    <div className="wrap py-16 lg:py-24">
      <SectionTitle id="reasons-title">{headings.reasons}</SectionTitle>
      <ol className="mt-10 grid gap-x-14 gap-y-9 md:grid-cols-2 lg:grid-cols-3">
        {reasons.map(([title, text], place) => (
          <li key={title} className="grid grid-cols-[52px_1fr] gap-x-4">
            <span
              aria-hidden="true"
              className="font-bold font-display text-[52px] text-citrus-400 leading-[0.85] tracking-display tabular-nums"
            >
              {place + 1}
            </span>
            <div>
              <h3 className="font-bold text-xl">{title}</h3>
              <p className="mt-2 text-white/80">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  </section>
);

const Areas = ({ headings, areas, towns }: Profile) => (
  <section aria-labelledby="areas-title">
    <div className="wrap grid items-center gap-x-16 gap-y-8 py-16 lg:grid-cols-[1fr_1.25fr] lg:py-24">
      <div>
        <SectionTitle id="areas-title">{headings.areas}</SectionTitle>
        <p className="mt-5 max-w-[30em] text-lg">{areas}</p>
        <ul className="mt-7 grid max-w-md grid-cols-2 gap-x-6">
          {towns.map((town) => (
            <li key={town} className="flex items-center gap-2.5 border-line border-b py-2.5 font-semibold">
              <Icon name="pin" className="size-4.5 text-pine-600" /> {town}
            </li>
          ))}
        </ul>
      </div>
      <ValleyMap towns={towns} />
    </div>
  </section>
);

const Contact = ({ headings, contact }: Profile) => (
  <section aria-labelledby="contact-title" className="wrap">
    <div className="grid items-center gap-x-14 gap-y-9 rounded-[22px] bg-sky-100 p-7 sm:p-10 lg:grid-cols-[1fr_auto] lg:p-14">
      <div>
        <SectionTitle id="contact-title">{headings.contact}</SectionTitle>
        <dl className="mt-7 grid gap-x-12 gap-y-5 sm:grid-cols-2">
          {contact.map(({ label, lines, href }) => (
            <div key={label}>
              <dt className="text-muted">{label}</dt>
              {lines.map((line) => (
                <dd key={line} className="font-semibold text-lg tabular-nums">
                  {href ? (
                    <a href={href} className="inline-flex min-h-11 items-center hover:underline">
                      {line}
                    </a>
                  ) : (
                    line
                  )}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </div>
      <div className="grid gap-3 sm:flex lg:grid">
        <a href="/appointments" className="button-dark min-h-13 px-8 text-[17px]" onClick={trackBooking}>
          Book Now
        </a>
        <QuoteLink href="/#contact" className="button-ghost min-h-13 px-8 text-[17px]">
          Get Quote
        </QuoteLink>
      </div>
    </div>
  </section>
);

const SectionTitle = ({ id, children }: { id: string; children: string }) => (
  <h2 id={id} className="font-bold text-[clamp(32px,3.8vw,46px)]">
    {children}
  </h2>
);

const PATHS: Record<Profile['services'][number]['id'], string> = {
  residential: 'M3 12.6L12 4.8l9 7.8M5.4 10.8v9.6h13.2V10.8M9.6 20.4v-5.4h4.8v5.4',
  commercial: 'M4.8 20.4V4.2h9.6v16.2M14.4 9.6h4.8v10.8M2.4 20.4h19.2M7.8 7.8h3.6M7.8 11.4h3.6M7.8 15h3.6M16.8 13.2v.06M16.8 16.8v.06',
  healthcare:
    'M3.6 7.2a2.4 2.4 0 0 1 2.4-2.4h12a2.4 2.4 0 0 1 2.4 2.4v10.2a2.4 2.4 0 0 1-2.4 2.4H6a2.4 2.4 0 0 1-2.4-2.4zM12 8.4v7.8M8.1 12.3h7.8',
  educational: 'M1.8 9.6L12 4.8l10.2 4.8-10.2 4.8zM6 12v5.4c3.6 2.4 8.4 2.4 12 0v-5.4M22.2 9.6v6',
  industrial: 'M3 20.4V10.8l5.4 3.6v-3.6l5.4 3.6v-3.6l5.4 3.6V3.6h2.4v16.8zM7.2 17.4h2.4M13.2 17.4h2.4',
  emergency: 'M13.2 2.4L4.8 13.2h6l-1.2 8.4 9.6-12H12.6z',
};

const POLL_MS = 100;
const TIMEOUT_MS = 15_000;

/** Returns true if the window has loaded the printed copy, was closed, or shows another site. */
function isReady(copy: Window): boolean {
  try {
    return copy.closed || (copy.location.pathname === PRINT_PATH && copy.document.readyState === 'complete');
  } catch {
    return true;
  }
}

async function waitForPrint(copy: Window): Promise<void> {
  for (let waited = 0; waited < TIMEOUT_MS && !isReady(copy); waited += POLL_MS) await wait(POLL_MS);
  if (!copy.closed) await wait(PRINT_DELAY_MS);
}

function DownloadProfile() {
  const [isBusy, setIsBusy] = useState(false);
  const print = async () => {
    // Must run inside the click handler, or the browser blocks the window.
    const copy = window.open(PRINT_PATH, '_blank', 'width=900,height=1100');
    if (!copy) return showToast({ title: 'Popup Blocked', description: POPUP_BLOCKED, kind: 'destructive' });
    setIsBusy(true);
    await waitForPrint(copy);
    setIsBusy(false);
  };
  return (
    <div className="flex flex-col gap-3 py-7 sm:flex-row lg:col-start-1 lg:row-start-2 lg:self-start lg:py-8">
      <button
        type="button"
        className="button-primary min-h-13 px-6 text-[17px]"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void print()}
      >
        <Icon name="download" /> {isBusy ? 'Generating PDF...' : 'Download Company Profile'}
      </button>
      <a href={PDF_PATH} download className="button-on-pine min-h-13 px-6">
        Download as PDF
      </a>
    </div>
  );
}
