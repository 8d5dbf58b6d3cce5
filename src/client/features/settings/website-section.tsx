import { settingsSchema } from '../../../shared/settings';
import { SITE_PAGE_TITLES, SITE_PAGES } from '../../../shared/site-pages';
import { Chip } from '../../ui/chip';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { Switch } from './choices';
import { SectionForm } from './section-form';

const schema = settingsSchema.pick({ privacy: true, terms: true });

export const WebsiteSection = () => (
  <SectionForm schema={schema}>
    {(form, settings) =>
      SITE_PAGES.map((page) => (
        <Panel key={page} title={SITE_PAGE_TITLES[page]}>
          {!settings[page].isReviewed && <DraftNote />}
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
          <p>
            <a
              className="inline-flex min-h-11 items-center font-semibold text-pine-700 underline underline-offset-4"
              href={`/${page}`}
              target="_blank"
              rel="noreferrer"
            >
              See the page on your site
            </a>
          </p>
        </Panel>
      ))
    }
  </SectionForm>
);

const DraftNote = () => (
  <div className="grid justify-items-start gap-2 rounded-small border border-line bg-sage-50 px-4 py-3">
    <Chip tone="waiting">Draft to review</Chip>
    <p className="text-sm">
      This is a starter text for a cleaning company in British Columbia, and visitors can read it already. It is not legal advice: check
      each sentence against what you do, change what is different, and have a lawyer look at it if you can.
    </p>
  </div>
);
