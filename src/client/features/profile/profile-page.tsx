import { getProfile, type PROFILE_SERVICES, type Profile } from '../../../shared/profile';
import { trackBooking, trackQuote } from '../../ui/public/analytics';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { DownloadProfile } from './download-profile';
import { ProfilePicture } from './profile-picture';
import { ValleyMap } from './valley-map';
import van from './van.svg';

export function ProfilePage({ today }: { today: string }) {
  const profile = getProfile(useCompany(), today);
  return (
    <main id="main">
      <Hero {...profile} />
      <Overview {...profile} />
      <Founder {...profile} />
      <Services {...profile} />
      <Reasons {...profile} />
      <Areas {...profile} />
      <Contact {...profile} />
      <footer className="wrap py-6 text-center text-[15px] text-muted tabular-nums">{profile.legal}</footer>
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
      <ProfilePicture />
      <DownloadProfile />
    </div>
  </section>
);

const Overview = ({ headings, overview, figures }: Profile) => (
  <section aria-labelledby="overview-title">
    <div className="wrap grid gap-x-20 gap-y-10 py-16 lg:grid-cols-[1.15fr_1fr] lg:py-24">
      <div>
        <h2 id="overview-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
          {headings.overview}
        </h2>
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
        <h2 id="founder-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
          {headings.founder}
        </h2>
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
      <h2 id="services-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
        {headings.services}
      </h2>
      <ul className="mt-9 grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {services.map(({ id, name, text }) => (
          <li
            key={id}
            className={`flex gap-5 rounded-card border p-6 ${id === 'emergency' ? 'border-citrus-400 bg-citrus-400' : 'border-line bg-paper'}`}
          >
            <ServiceIcon service={id} />
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
      <h2 id="reasons-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
        {headings.reasons}
      </h2>
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
        <h2 id="areas-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
          {headings.areas}
        </h2>
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
        <h2 id="contact-title" className="font-bold text-[clamp(32px,3.8vw,46px)]">
          {headings.contact}
        </h2>
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
        {/* biome-ignore lint/a11y/useValidAnchor: it goes to the form on another page; the click is only counted */}
        <a href="/#contact" className="button-ghost min-h-13 px-8 text-[17px]" onClick={trackQuote}>
          Get Quote
        </a>
      </div>
    </div>
  </section>
);

type Service = (typeof PROFILE_SERVICES)[number]['id'];

const PATHS: Record<Service, string> = {
  residential: 'M5 21L20 8l15 13M9 18v16h22V18M16 34v-9h8v9',
  commercial: 'M8 34V7h16v27M24 16h8v18M4 34h32M13 13h6M13 19h6M13 25h6M28 22v.1M28 28v.1',
  healthcare: 'M6 12a4 4 0 0 1 4-4h20a4 4 0 0 1 4 4v17a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4zM20 14v13M13.5 20.5h13',
  educational: 'M3 16L20 8l17 8-17 8zM10 20v9c6 4 14 4 20 0v-9M37 16v10',
  industrial: 'M5 34V18l9 6v-6l9 6v-6l9 6V6h4v28zM12 29h4M22 29h4',
  emergency: 'M22 4L8 22h10l-2 14 16-20H21z',
};

const ServiceIcon = ({ service }: { service: Service }) => (
  <svg
    viewBox="0 0 40 40"
    className="size-10 shrink-0"
    fill="none"
    stroke="var(--color-pine-700)"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[service]} />
  </svg>
);
