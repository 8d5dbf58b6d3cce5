import { useRef, useState } from 'react';
import { listReviews, listSocial, type NamedLink } from '../../../shared/company-links';
import type { LandingContent } from '../../../shared/website-schemas';
import { trackEvent } from '../../ui/public/analytics';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';

export const Referral = ({ amount, text }: LandingContent['referral']) => (
  <section aria-labelledby="referral-title">
    <div className="wrap grid gap-8 py-11 lg:gap-20 lg:has-[>div+div]:grid-cols-[1fr_1.05fr] lg:py-20">
      <div className="rounded-[22px] bg-sky-100 p-6 sm:p-10">
        <p className="font-bold font-display text-[56px] leading-none tracking-display">{amount}</p>
        <h2 id="referral-title" className="mt-4 font-bold text-3xl">
          Tell a friend
        </h2>
        <p className="mt-3 text-lg">{text}</p>
        <CopyReferral />
      </div>
      <Links />
    </div>
  </section>
);

/** Shows the company's pages on other sites; a group without any is left out. */
function Links() {
  const { links } = useCompany();
  const [social, reviews] = [listSocial(links), listReviews(links)];
  const map: NamedLink[] = links.map === '' ? [] : [{ key: 'map', name: 'Search on the map', href: links.map }];
  if (social.length + reviews.length + map.length === 0) return null;
  return (
    <div className="grid content-start gap-6 lg:gap-8">
      <LinkGroup title="Follow along" links={social} event={(name) => trackEvent('social_click', { social_network: name.toLowerCase() })} />
      <LinkGroup title="Tell others how we did" links={reviews} event={(name) => trackEvent('directory_click', { directory_name: name })} />
      <LinkGroup title="Find us" links={map} event={(name) => trackEvent('directory_click', { directory_name: name })} />
    </div>
  );
}

type LinkGroupProps = { title: string; links: readonly NamedLink[]; event: (name: string) => void };

const LinkGroup = ({ title, links, event }: LinkGroupProps) =>
  links.length > 0 && (
    <div>
      <h3 className="font-bold text-xl">{title}</h3>
      <ul className="mt-3 grid grid-cols-2 gap-2">
        {links.map(({ key, name, href }) => (
          <li key={key} className="max-sm:only:col-span-2">
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => event(name)}
              className="flex min-h-13 items-center justify-between gap-3 rounded-small border border-line px-4 font-semibold hover:border-pine-600 hover:bg-sage-50"
            >
              {name}
              <span className="sr-only"> (opens in a new tab)</span>
              <Icon name="out" className="size-4.5 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );

function CopyReferral() {
  const [state, setState] = useState<'idle' | 'copied' | 'manual'>('idle');
  const [link, setLink] = useState('');
  const field = useRef<HTMLInputElement>(null);

  const copy = async () => {
    const address = `${window.location.origin}/?ref=customer`;
    setLink(address);
    try {
      await navigator.clipboard.writeText(address);
      setState('copied');
    } catch {
      setState('manual');
      requestAnimationFrame(() => field.current?.select());
    }
  };

  return (
    <div className="mt-6">
      <button type="button" className="button-dark" onClick={() => void copy()}>
        <Icon name="link" className="size-4.5" /> Copy referral link
      </button>
      <p aria-live="polite" className="mt-3 min-h-6 font-medium text-pine-700 text-[15px]">
        {state === 'copied' && 'Copied! Send it to your friend.'}
        {state === 'manual' && 'Please copy the link below.'}
      </p>
      {state === 'manual' && (
        <input
          ref={field}
          readOnly
          aria-label="Referral link"
          value={link}
          className="mt-2 w-full rounded-small border border-control bg-paper px-3 py-2"
        />
      )}
    </div>
  );
}
