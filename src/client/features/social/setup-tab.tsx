import { PLATFORM_NAMES } from '../../../shared/social';
import { trpc } from '../../trpc';
import { Panel } from '../../ui/panel';
import { Icon } from '../../ui/public/icons';
import { FacebookTest } from './facebook-test';
import { isRefused } from './platform-card';
import { FACEBOOK_GUIDES, FACEBOOK_STEPS, FACEBOOK_VARIABLES, INTEGRATIONS, OTHER_GUIDES } from './setup-guides';
import { AccountChip, PlatformMark } from './social-chips';

export const SetupTab = () => (
  <div className="grid gap-5">
    <FacebookCard />
    <div className="grid gap-5 lg:grid-cols-2">
      {OTHER_GUIDES.map(({ platform, text, steps, guides }) => (
        <Panel key={platform} title={PLATFORM_NAMES[platform]}>
          <div className="flex items-center gap-3">
            <PlatformMark platform={platform} />
            <AccountChip status="disconnected" />
          </div>
          <p className="text-muted">{text}</p>
          <ol className="grid list-decimal gap-1 pl-5 marker:text-muted">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <GuideLinks guides={guides} />
        </Panel>
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
