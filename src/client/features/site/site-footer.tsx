import { company, formatAddress } from '../../../shared/company';
import { listReviews, listSocial } from '../../../shared/company-links';
import { Brand, useCompany } from '../../ui/public/company';
import { CompanyContact } from '../../ui/public/company-contact';
import { Icon } from '../../ui/public/icons';

const SECTIONS = [
  ['services', 'Services'],
  ['about', 'About'],
  ['testimonials', 'Testimonials'],
  ['contact', 'Contact'],
] as const;
const PAGES = [
  ['/my', 'My Page'],
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms'],
] as const;
const PLACEHOLDERS = ['Site Map', 'Careers'] as const;
const ICONS = ['facebook', 'instagram', 'x', 'google'] as const;

/**
 * Shows the footer of public pages, with the icons of the networks that the company is on. Entries without a page are disabled and say
 * "coming soon" to screen readers.
 */
export function SiteFooter({ isLanding }: { isLanding: boolean }) {
  const { name, regions, hours, links, ...place } = useCompany();
  const sites = [...listSocial(links), ...listReviews(links)].map((site) => site.name.toLowerCase());
  const icons = ICONS.filter((icon) => sites.includes(icon));
  return (
    <footer className="on-pine bg-pine-950 text-white/80">
      <div className="wrap grid grid-cols-2 gap-x-6 gap-y-8 py-10 sm:gap-10 sm:py-14 lg:grid-cols-[1.5fr_1fr_1fr_1.2fr]">
        <div className="grid content-start gap-4 max-sm:col-span-2">
          <p className="flex items-center gap-2.5 font-bold font-display text-white text-xl">
            <Brand text={name} />
          </p>
          <p className="max-w-[24em]">Flawless cleaning for homes and businesses in {regions.join(', ')}.</p>
          <CompanyContact />
          {icons.length > 0 && (
            <ul className="flex gap-1" aria-label="Social networks">
              {icons.map((network) => (
                <li key={network}>
                  <button
                    type="button"
                    aria-disabled="true"
                    aria-label={`${network[0]?.toUpperCase()}${network.slice(1)} (coming soon)`}
                    className="grid size-11 place-items-center rounded-full bg-white/10"
                  >
                    <Icon name={network} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <FooterList title="Explore">
          {SECTIONS.map(([id, label]) => (
            <li key={id}>
              {isLanding ? (
                <button type="button" className="min-h-11 hover:text-white" onClick={() => scrollToSection(id)}>
                  {label}
                </button>
              ) : (
                <a href={`/#${id}`} className="inline-flex min-h-11 items-center hover:text-white">
                  {label}
                </a>
              )}
            </li>
          ))}
        </FooterList>
        <FooterList title="Company">
          {PAGES.map(([href, label]) => (
            <li key={href}>
              <a href={href} className="inline-flex min-h-11 items-center hover:text-white">
                {label}
              </a>
            </li>
          ))}
          {PLACEHOLDERS.map((label) => (
            <li key={label}>
              <button type="button" aria-disabled="true" className="min-h-11 min-w-11 cursor-default text-left">
                {label}
                <span className="sr-only"> (coming soon)</span>
              </button>
            </li>
          ))}
        </FooterList>
        <div className="max-sm:col-span-2">
          <h2 className="font-semibold text-white">We accept</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {company.paymentMethods.map((method) => (
              <li key={method} className="rounded-full border border-white/25 px-3 py-1.5 text-sm">
                {method}
              </li>
            ))}
          </ul>
          <p className="mt-5">
            {hours.text.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            24/7 emergency cleaning
          </p>
        </div>
      </div>
      <p className="wrap border-white/15 border-t py-6 text-sm">
        © {name}, {formatAddress(place)}
      </p>
    </footer>
  );
}

const FooterList = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div>
    <h2 className="font-semibold text-white">{title}</h2>
    <ul className="mt-1">{children}</ul>
  </div>
);

/** Scrolls to a section. The style sheet sets smooth scrolling and the space above it. */
function scrollToSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  section.scrollIntoView();
  history.replaceState(history.state, '', `#${id}`);
}
