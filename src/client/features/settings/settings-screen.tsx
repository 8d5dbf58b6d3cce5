import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/page-title';
import { AdminsSection } from './admins-section';
import { AutomationSection } from './automation-section';
import { BookingSection } from './booking-section';
import { CompanySection } from './company-section';
import { ConsentSection } from './consent-section';
import { DataSection } from './data-section';
import { MessagesSection } from './messages-section';
import { NumbersSection } from './numbers-section';
import { SectionNavigation } from './section-navigation';
import { SECTIONS, type Section } from './settings-search';
import { StoreSection } from './store-section';
import { TaxesSection } from './taxes-section';
import { WebsiteSection } from './website-section';

const PARTS: Record<Exclude<Section, 'outbox'>, () => ReactNode> = {
  company: CompanySection,
  taxes: TaxesSection,
  store: StoreSection,
  website: WebsiteSection,
  booking: BookingSection,
  numbers: NumbersSection,
  messages: MessagesSection,
  automation: AutomationSection,
  consent: ConsentSection,
  data: DataSection,
  admins: AdminsSection,
};

export function SettingsScreen({ section, outbox }: { section: Section; outbox: ReactNode }) {
  const Part = section === 'outbox' ? undefined : PARTS[section];
  const text = SECTIONS.find(([name]) => name === section)?.[2];
  return (
    <>
      <header>
        <PageTitle>Settings</PageTitle>
        <p className="mt-1 text-muted">{text}</p>
      </header>
      <div className="grid gap-5 lg:grid-cols-[168px_minmax(0,1fr)] lg:items-start lg:gap-8">
        <SectionNavigation section={section} />
        <div key={section} className="grid min-w-0 gap-5">
          {Part ? <Part /> : outbox}
        </div>
      </div>
    </>
  );
}
