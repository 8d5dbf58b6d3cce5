import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SETTINGS_SECTIONS, type SettingsSection } from '../../../shared/settings-sections';
import { PageTitle } from '../../ui/page-title';
import { AdminsSection } from './admins-section';
import { AutomationSection } from './automation-section';
import { BookingSection } from './booking-section';
import { CompanySection } from './company-section';
import { ConsentSection } from './consent-section';
import { DataSection } from './data-section';
import { MessagesSection } from './messages-section';
import { NumbersSection } from './numbers-section';
import { PaymentsSection } from './payments-section';
import { PricesSection } from './prices-section';
import { StoreSection } from './store-section';
import { TaxesSection } from './taxes-section';
import { WebsiteSection } from './website-section';

const PARTS: Record<Exclude<SettingsSection, 'outbox'>, () => ReactNode> = {
  company: CompanySection,
  taxes: TaxesSection,
  prices: PricesSection,
  store: StoreSection,
  payments: PaymentsSection,
  website: WebsiteSection,
  booking: BookingSection,
  numbers: NumbersSection,
  messages: MessagesSection,
  automation: AutomationSection,
  consent: ConsentSection,
  data: DataSection,
  admins: AdminsSection,
};

export function SettingsScreen({ section, outbox }: { section: SettingsSection; outbox: ReactNode }) {
  const Part = section === 'outbox' ? undefined : PARTS[section];
  const text = SETTINGS_SECTIONS.find(([name]) => name === section)?.[2];
  return (
    <>
      <header>
        <PageTitle>Settings</PageTitle>
        <p className="mt-1 text-muted">{text}</p>
      </header>
      <div className="grid gap-5 lg:grid-cols-[168px_minmax(0,1fr)] lg:items-start lg:gap-8">
        <SectionNavigation section={section} />
        <div key={section} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          {Part ? <Part /> : outbox}
        </div>
      </div>
    </>
  );
}

function SectionNavigation({ section }: { section: SettingsSection }) {
  const navigate = useNavigate();
  return (
    <>
      <label className="grid gap-1.5 font-semibold text-[15px] lg:hidden">
        Section
        <select
          value={section}
          className="min-h-12 w-full rounded-small border border-control bg-paper px-3.5 font-normal text-base"
          onChange={(event) => void navigate({ to: '/settings', search: { section: event.target.value as SettingsSection } })}
        >
          {SETTINGS_SECTIONS.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <nav aria-label="Sections of the settings" className="sticky top-[calc(var(--office-header,0px)+24px)] hidden lg:block">
        <ul className="grid gap-0.5">
          {SETTINGS_SECTIONS.map(([name, title]) => (
            <li key={name}>
              <Link
                to="/settings"
                search={{ section: name }}
                aria-current={name === section ? 'page' : undefined}
                className="flex min-h-10 items-center rounded-small px-3 font-medium text-[15px] text-muted hover:bg-sage-100 hover:text-ink aria-[current=page]:bg-pine-900 aria-[current=page]:text-white"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
