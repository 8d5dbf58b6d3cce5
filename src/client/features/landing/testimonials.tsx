import { landingText } from '../../../shared/marketing';
import { Icon } from '../../ui/public/icons';

const STARS = ['one', 'two', 'three', 'four', 'five'] as const;

export function Testimonials() {
  return (
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
}
