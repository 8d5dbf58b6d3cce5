import { PLATFORM_NAMES } from '../../../shared/social';
import { trpc } from '../../trpc';
import { FoldedPanel, Panel } from '../../ui/panel';
import { Icon } from '../../ui/public/icons';
import { ErrorState } from '../../ui/states';
import { FacebookTest } from './facebook-test';
import { isRefused } from './platform-card';
import { AccountChip, PlatformMark } from './social-chips';

type Guide = readonly [label: string, href: string];

const FACEBOOK_STEPS: readonly (readonly [title: string, text: string])[] = [
  ['Have a business page', 'A page of the company, not a private profile; you have to be one of its admins.'],
  [
    'Make an app for it',
    'On Meta for Developers, of the kind “Business”, with the permissions pages_manage_posts and pages_read_engagement.',
  ],
  ['Take a page access token', 'Not your own user token: that one looks connected, yet every post is refused.'],
  ['Give both to Tidyline', 'Set the two variables where Tidyline runs, start it again, and press “Test Connection”.'],
];
const FACEBOOK_VARIABLES: readonly (readonly [name: string, text: string])[] = [
  ['FACEBOOK_PAGE_ID', 'Which page is posted to: the number under “Page transparency” in the page’s “About”.'],
  [
    'FACEBOOK_PAGE_ACCESS_TOKEN',
    'What allows Tidyline to post there and to read likes, comments and shares. It stays on the server and is never shown.',
  ],
];
const FACEBOOK_GUIDES: readonly Guide[] = [
  ['Create a page', 'https://www.facebook.com/pages/create'],
  ['Page access tokens', 'https://developers.facebook.com/docs/pages-api/getting-started'],
];

/** Platforms that Tidyline does not publish to. */
const OTHER_GUIDES = [
  {
    platform: 'instagram',
    text: 'Posts there need a picture and a professional account. Copy the text here, and post it from the app or from Meta Business Suite.',
    steps: [
      'Switch the account to a professional one',
      'Connect it to the Facebook page',
      'Post from the app, with a picture of your work',
    ],
    guides: [
      ['Set up a professional account', 'https://help.instagram.com/502981923235522'],
      ['Instagram for business', 'https://business.instagram.com/getting-started'],
    ],
  },
  {
    platform: 'tiktok',
    text: 'Posts there are short films. Use the text here as the caption.',
    steps: ['Switch the account to a business one', 'Put phone and website into the profile', 'Film a minute of before and after'],
    guides: [
      [
        'Switch to a business account',
        'https://support.tiktok.com/en/using-tiktok/growing-your-audience/switching-to-a-creator-or-business-account',
      ],
      ['TikTok for business', 'https://www.tiktok.com/business/en'],
    ],
  },
] as const satisfies readonly { platform: 'instagram' | 'tiktok'; text: string; steps: readonly string[]; guides: readonly Guide[] }[];

const INTEGRATIONS: readonly { name: string; text: string; links: readonly Guide[] }[] = [
  {
    name: 'Business suite',
    text: 'One inbox for the messages of Facebook and Instagram, and posts to both at once, without cost.',
    links: [['Meta Business Suite', 'https://business.facebook.com']],
  },
  {
    name: 'Scheduler tools',
    text: 'For posts to several platforms from one calendar. Copy the texts from here; what is posted there is not counted here.',
    links: [
      ['Buffer', 'https://buffer.com'],
      ['Later', 'https://later.com'],
      ['Hootsuite', 'https://www.hootsuite.com'],
    ],
  },
];

export const SetupTab = () => (
  <div className="grid gap-5">
    <FacebookCard />
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {OTHER_GUIDES.map(({ platform, text, steps, guides }) => (
        <FoldedPanel key={platform} title={PLATFORM_NAMES[platform]} aside={<AccountChip status="disconnected" />}>
          <p className="text-muted">{text}</p>
          <ol className="grid list-decimal gap-1 pl-5 marker:text-muted">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <GuideLinks guides={guides} />
        </FoldedPanel>
      ))}
    </div>
    <Integrations />
  </div>
);

function FacebookCard() {
  const overview = trpc.social.overview.useQuery();
  const account = overview.data?.platforms.find(({ platform }) => platform === 'facebook');
  return (
    <Panel title="Facebook business page">
      <div className="flex flex-wrap items-center gap-3">
        <PlatformMark platform="facebook" />
        {account && <AccountChip status={account.status} isRefused={isRefused(account)} />}
        {account?.name && <b className="font-semibold [overflow-wrap:anywhere]">{account.name}</b>}
        <div className="ml-auto max-sm:w-full max-sm:*:w-full">
          <FacebookTest look="button-primary" label="Test Connection" />
        </div>
      </div>
      {overview.isError && <ErrorState text="The state of the connection could not be loaded." onRetry={() => void overview.refetch()} />}
      {account?.lastError && (
        <p role="note" className="rounded-small bg-amber-100 px-4 py-3 [overflow-wrap:anywhere]">
          {account.lastError}
        </p>
      )}
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <Steps />
        <dl className="grid content-start gap-4 self-start rounded-small bg-sage-50 p-4 sm:p-5">
          {FACEBOOK_VARIABLES.map(([name, text]) => (
            <div key={name}>
              <dt className="font-mono font-semibold text-sm [overflow-wrap:anywhere]">{name}</dt>
              <dd className="mt-1 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <GuideLinks guides={FACEBOOK_GUIDES} />
    </Panel>
  );
}

const Steps = () => (
  <ol className="grid gap-4">
    {FACEBOOK_STEPS.map(([title, text], place) => (
      <li key={title} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3">
        <span
          aria-hidden="true"
          className="grid size-8 place-items-center rounded-full bg-pine-900 font-bold font-display text-sm text-white tabular-nums"
        >
          {place + 1}
        </span>
        <div>
          <h3 className="pt-1.5 font-bold">{title}</h3>
          <p className="mt-1 text-muted">{text}</p>
        </div>
      </li>
    ))}
  </ol>
);

const Integrations = () => (
  <section aria-labelledby="integrations-title" className="grid gap-4">
    <h2 id="integrations-title" className="mt-2 font-bold text-xl">
      Other tools
    </h2>
    <ul className="grid gap-5 lg:grid-cols-2">
      {INTEGRATIONS.map(({ name, text, links }) => (
        <li key={name} className="grid content-start gap-3 rounded-card border border-line p-5">
          <h3 className="font-bold">{name}</h3>
          <p className="text-muted">{text}</p>
          <GuideLinks guides={links} />
        </li>
      ))}
    </ul>
  </section>
);

const GuideLinks = ({ guides }: { guides: readonly (readonly [label: string, href: string])[] }) => (
  <p className="flex flex-wrap gap-x-5">
    {guides.map(([label, href]) => (
      <a
        key={href}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-pine-700 underline underline-offset-4 lg:min-h-9"
      >
        {label} <Icon name="out" className="size-4" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    ))}
  </p>
);
