import { landingText } from '../../../shared/marketing';
import { useCompany } from '../../ui/public/company';
import portrait from './director.svg';

export function About() {
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
