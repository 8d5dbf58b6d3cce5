import { trackEvent } from '../../ui/public/analytics';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { COVER, PROFILE_PICTURE } from './cover-text';

const STEPS = [
  ['Take the cover', 'Copy the picture above, or download it as a PNG file.'],
  ['Open the page', 'Sign in as the page, and choose “Edit cover photo”. Paste the picture, or upload the file.'],
  ['Add the round picture', `Upload the logo as the profile picture. It is shown at ${PROFILE_PICTURE} × ${PROFILE_PICTURE} pixels.`],
  ['Fill in the business info', 'Copy the hours, phone, e-mail and area from here, so that they are the same everywhere.'],
] as const;

const TIPS = [
  `Phones cut off the sides of a cover. Keep what matters in the middle 640 of its ${COVER.width} pixels.`,
  'Use PNG. Text in a JPEG looks blurry.',
  'Add a “Book now” button that links to the appointments page of this site.',
  'Change the cover each season to show that your page is active.',
];

export const SetupGuide = () => (
  <section aria-labelledby="guide-title" className="bg-paper">
    <div className="wrap py-14 lg:py-20">
      <h2 id="guide-title" className="font-bold text-[clamp(30px,3.6vw,44px)]">
        Set up the business page
      </h2>
      <div className="mt-9 grid gap-x-16 gap-y-12 lg:grid-cols-[1.2fr_1fr]">
        <Steps />
        <BusinessInfo />
      </div>
      <div className="mt-12 grid gap-8 rounded-[22px] bg-sky-100 p-7 sm:p-10 lg:grid-cols-[240px_1fr]">
        <h3 className="font-bold text-2xl">Tips</h3>
        <ul className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
          {TIPS.map((tip) => (
            <li key={tip} className="flex gap-3">
              <Icon name="check" className="mt-1 size-4 shrink-0 text-pine-600" /> {tip}
            </li>
          ))}
        </ul>
      </div>
    </div>
  </section>
);

const Steps = () => (
  <div>
    <ol className="grid gap-7">
      {STEPS.map(([title, text], place) => (
        <li key={title} className="grid grid-cols-[44px_1fr] gap-x-4">
          <span
            aria-hidden="true"
            className="grid size-11 place-items-center rounded-full bg-pine-900 font-bold font-display text-lg text-white tabular-nums"
          >
            {place + 1}
          </span>
          <div>
            <h3 className="pt-2 font-bold text-xl">{title}</h3>
            <p className="mt-1.5 max-w-[34em] text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
    <FacebookLink />
  </div>
);

function FacebookLink() {
  const { facebook } = useCompany().links;
  if (facebook === '') return null;
  return (
    <a
      href={facebook}
      target="_blank"
      rel="noopener noreferrer"
      className="button-dark mt-8 min-h-12"
      onClick={() => trackEvent('social_click', { social_network: 'facebook' })}
    >
      Open the Facebook page <Icon name="out" className="size-4.5" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function BusinessInfo() {
  const { name, hours, phone, email, city, region, regions, logo } = useCompany();
  const facts: readonly (readonly [label: string, lines: readonly string[]])[] = [
    ['Hours', hours.text],
    ['Phone', [phone.display]],
    ['E-mail', [email]],
    ['Area', [`${city}, ${region}`, regions.join(', ')]],
  ];
  return (
    <div className="grid content-start gap-8 rounded-card border border-line p-6 sm:p-8">
      <div>
        <h3 className="font-bold text-xl">Business info</h3>
        <dl className="mt-4 grid gap-3">
          {facts.map(([label, lines]) => (
            <div key={label} className="border-line border-t pt-3 sm:grid sm:grid-cols-[84px_1fr] sm:gap-x-3">
              <dt className="text-muted">{label}</dt>
              <dd className="font-semibold tabular-nums">
                {lines.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap items-center gap-5 border-line border-t pt-6">
        <img
          src={logo === null ? '/logo.svg' : `/uploads/${logo}`}
          alt={`The logo of ${name}`}
          width={PROFILE_PICTURE}
          height={PROFILE_PICTURE}
          loading="lazy"
          className="size-[170px] shrink-0 rounded-full border border-line bg-sage-100 object-contain"
        />
        <div>
          <h3 className="font-bold text-xl">Profile picture</h3>
          <p className="mt-1 text-muted tabular-nums">{`${PROFILE_PICTURE}x${PROFILE_PICTURE} pixels, cut to a circle`}</p>
          <a href={logo === null ? '/logo.png' : `/uploads/${logo}`} download className="button-ghost mt-3">
            <Icon name="download" className="size-4.5" /> Download logo
          </a>
        </div>
      </div>
    </div>
  );
}
