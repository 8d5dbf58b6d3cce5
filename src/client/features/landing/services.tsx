import { landingText } from '../../../shared/marketing';
import { Icon } from '../../ui/public/icons';
import crew from './crew.svg';
import shelf from './shelf.svg';

/** Who comes, the three services, the four points of trust, and the way to the store. */
export function Services() {
  return (
    <>
      <section aria-labelledby="crew-title" className="bg-sage-50">
        <div className="wrap grid items-center gap-8 py-14 md:grid-cols-2 lg:gap-16 lg:py-20">
          <div className="overflow-hidden rounded-[22px]">
            <img
              src={crew}
              alt="Three cleaners in the green uniform of the company"
              width={460}
              height={300}
              loading="lazy"
              className="block w-full"
            />
          </div>
          <div>
            <h2 id="crew-title" className="font-bold text-[clamp(30px,3.4vw,42px)]">
              You will know us by the green
            </h2>
            <p className="mt-4 max-w-[32em] text-lg text-muted">
              Our team arrives on time, in uniform and with a name badge. Trained, insured and vetted people, and the same faces each visit
              wherever we can.
            </p>
          </div>
        </div>
      </section>
      <section id="services" aria-labelledby="services-title">
        <div className="wrap py-16 lg:py-20">
          <h2 id="services-title" className="max-w-[14em] font-bold text-[clamp(32px,3.8vw,46px)]">
            Three ways we leave a place better than we found it
          </h2>
          <div className="mt-9 grid gap-5 md:grid-cols-3">
            {landingText.services.map((service) => (
              <article key={service.name} className="grid content-between gap-6 rounded-card border border-line bg-paper p-7">
                <div>
                  <h3 className="font-bold text-2xl">{service.name}</h3>
                  <p className="mt-3">{service.text}</p>
                  <ul className="mt-5 grid gap-2.5 text-muted">
                    {service.features.map((feature) => (
                      <li key={feature} className="flex gap-2.5">
                        <Icon name="check" className="mt-1 size-4 shrink-0 text-pine-600" /> {feature}
                      </li>
                    ))}
                  </ul>
                </div>
                <a href="#contact" className="button-ghost justify-self-start">
                  Learn More<span className="sr-only"> about {service.name} cleaning</span>
                </a>
              </article>
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
        <div className="wrap pb-16 lg:pb-20">
          <div className="grid items-center gap-8 rounded-[22px] bg-sage-100 p-8 md:grid-cols-[1fr_340px] md:p-12">
            <div>
              <h2 className="font-bold text-[clamp(26px,3vw,36px)]">The supplies our own crews use</h2>
              <p className="mt-3 max-w-[32em] text-lg text-muted">
                Detergents, tools and protective gear, delivered in the Kamloops area in 1 to 3 business days.
              </p>
              <a href="/store" className="button-dark mt-6">
                Browse Store
              </a>
            </div>
            <img src={shelf} alt="" width={360} height={220} loading="lazy" className="block w-full" />
          </div>
        </div>
      </section>
    </>
  );
}
