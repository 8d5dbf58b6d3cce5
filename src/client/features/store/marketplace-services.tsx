import { clsx } from 'clsx';
import { SERVICE_PACKAGES, type ServicePackage } from '../../../shared/packages';
import { trackBooking, trackQuote } from '../../ui/public/analytics';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';

export function MarketplaceServices() {
  return (
    <>
      <h2 className="sr-only">Services</h2>
      <ul className="grid gap-5 pt-3 md:grid-cols-2 md:gap-y-6 xl:grid-cols-4">
        {SERVICE_PACKAGES.map((offer) => (
          <PackageCard key={offer.id} offer={offer} />
        ))}
      </ul>
      <CustomService />
    </>
  );
}

function PackageCard({ offer }: { offer: ServicePackage }) {
  const { name, description, price, duration, minutes, features, isPopular, bookingService, quoteService } = offer;
  return (
    <li
      className={clsx(
        'relative grid gap-5 rounded-card border bg-paper p-6 md:row-span-4 md:grid-rows-subgrid',
        isPopular ? 'border-2 border-pine-600 shadow-card' : 'border-line',
      )}
    >
      {isPopular && (
        <p className="absolute -top-3.5 left-5 rounded-full bg-citrus-400 px-3 py-1.5 font-semibold text-[13px] text-pine-950 leading-none">
          Popular
        </p>
      )}
      <div>
        <h3 className="font-bold text-xl">{name}</h3>
        <p className="mt-2 text-muted">{description}</p>
      </div>
      <div>
        <p className="font-bold font-display text-[44px] leading-none tracking-display tabular-nums">{`$${price}`}</p>
        <p className="mt-2 inline-flex items-center gap-2 font-medium text-[15px] text-pine-700">
          <Icon name="clock" className="size-4.5" /> {duration}
        </p>
      </div>
      <ul className="grid content-start gap-2.5 border-line border-t pt-5">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Icon name="check" className="mt-1 size-4 shrink-0 text-pine-600" /> {feature}
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[1.15fr_1fr] gap-2 whitespace-nowrap">
        <a
          href={`/appointments?service=${bookingService}&duration=${minutes}&cost=${price}`}
          className={clsx(isPopular ? 'button-primary' : 'button-dark', 'px-2')}
          onClick={trackBooking}
        >
          Book Now<span className="sr-only">{`, ${name}`}</span>
        </a>
        <a href={`/?service=${quoteService}#contact`} className="button-ghost px-2" onClick={trackQuote}>
          Get Quote<span className="sr-only">{`, ${name}`}</span>
        </a>
      </div>
    </li>
  );
}

function CustomService() {
  const { phone } = useCompany();
  return (
    <section
      aria-labelledby="custom-service"
      className="on-pine mt-10 grid items-center gap-8 rounded-[22px] bg-pine-900 p-7 text-white md:grid-cols-[1fr_auto] md:p-11"
    >
      <div>
        <h3 id="custom-service" className="font-bold text-[clamp(28px,3vw,38px)]">
          Need a Custom Service?
        </h3>
        <p className="mt-3 max-w-[36em] text-lg text-white/85">
          A clinic, a school, a construction site, a flood at night: tell us what you need, and we will reply within 24 hours with a written
          price.
        </p>
      </div>
      <div className="grid gap-3 sm:flex md:grid">
        {/* biome-ignore lint/a11y/useValidAnchor: it goes to the form on another page; the click is only counted */}
        <a href="/?service=specialty#contact" className="button-primary min-h-12" onClick={trackQuote}>
          Tell us what you need
        </a>
        <a href={phone.href} className="button-on-pine min-h-12">
          <Icon name="phone" className="size-4.5" /> {phone.display}
        </a>
      </div>
    </section>
  );
}
