import { SITE_PAGE_TITLES, SITE_PAGES, type SitePage } from '../../../shared/site-pages';
import { Chip } from '../../ui/chip';
import { TextField } from '../../ui/form';
import { FoldedPanel, Panel } from '../../ui/panel';
import { Switch } from './choices';
import { SectionForm } from './section-form';
import { type WebsiteForm, websiteSchema } from './website-form';
import { WebsiteLinks } from './website-links';
import { WebsitePhotos } from './website-photos';
import { WebsiteTestimonials } from './website-testimonials';

export const WebsiteSection = () => (
  <SectionForm schema={websiteSchema}>
    {(form, settings) => (
      <>
        <HeroWords form={form} />
        <WebsitePhotos form={form} />
        <WebsiteTestimonials form={form} />
        <WebsiteLinks form={form} />
        {SITE_PAGES.map((page) => (
          <PageText key={page} form={form} page={page} isReviewed={settings[page].isReviewed} />
        ))}
      </>
    )}
  </SectionForm>
);

const HeroWords = ({ form }: { form: WebsiteForm }) => (
  <Panel title="Top of the page">
    <TextField
      form={form}
      name="hero.headline"
      label="Headline"
      missing="Please enter the headline."
      hint="A short phrase after the last comma is underlined."
    />
    <TextField form={form} name="hero.lead" label="Sentence below it" missing="Please enter a sentence." rows={2} />
    <SiteLink href="/" label="See the landing page" />
  </Panel>
);

const PageText = ({ form, page, isReviewed }: { form: WebsiteForm; page: SitePage; isReviewed: boolean }) => (
  <FoldedPanel title={SITE_PAGE_TITLES[page]} aside={!isReviewed && <Chip tone="waiting">Draft to review</Chip>}>
    {!isReviewed && <DraftNote />}
    <TextField
      form={form}
      name={`${page}.text`}
      label={`Text of the ${SITE_PAGE_TITLES[page]}`}
      isRequired
      hint={
        'A line that begins with "# " is a heading, a line that begins with "- " is a point of a list, and a blank line begins a new paragraph.'
      }
      rows={18}
    />
    <Switch
      control={form.register(`${page}.isReviewed`)}
      label="I have reviewed this text"
      hint="It says what my company really does. The mark “Draft to review” goes away."
    />
    <SiteLink href={`/${page}`} label="See the page on your site" />
  </FoldedPanel>
);

const SiteLink = ({ href, label }: { href: string; label: string }) => (
  <p>
    <a
      className="inline-flex min-h-11 items-center font-semibold text-pine-700 underline underline-offset-4"
      href={href}
      target="_blank"
      rel="noreferrer"
    >
      {label}
    </a>
  </p>
);

const DraftNote = () => (
  <p className="rounded-small border border-line bg-sage-50 px-4 py-3 text-sm">
    This is a starter text for a cleaning company in British Columbia, and visitors can read it already. It is not legal advice: check each
    sentence against what you do, change what is different, and have a lawyer look at it if you can.
  </p>
);
