import { landingText } from '../../../shared/marketing';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import shelf from './shelf.svg';

export function Services() {
  return (
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
}

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
