import type { CompanyLinks } from '../../../shared/company';
import { TextField } from '../../ui/form';
import { FoldedPanel } from '../../ui/panel';
import type { WebsiteForm } from './website-form';

const FIELDS: readonly (readonly [key: keyof CompanyLinks, label: string, hint?: string])[] = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['x', 'X'],
  ['map', 'Map', 'Where a map shows you, such as a search on Google Maps.'],
  [
    'listing',
    'Business listing',
    'Such as your reviews on Google. Review requests lead there unless Automation has a review link of its own.',
  ],
  ['reviews', 'Review site', 'A second place to review you, such as Yelp.'],
];

export const WebsiteLinks = ({ form }: { form: WebsiteForm }) => (
  <FoldedPanel title="Links">
    <p className="text-muted text-[15px]">Your pages on other sites. The landing page shows each link that is not empty.</p>
    <div className="grid gap-4 sm:grid-cols-2">
      {FIELDS.map(([key, label, hint]) => (
        <TextField key={key} form={form} name={`links.${key}`} label={label} {...(hint !== undefined && { hint })} type="url" />
      ))}
    </div>
  </FoldedPanel>
);
