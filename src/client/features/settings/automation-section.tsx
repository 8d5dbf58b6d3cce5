import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { AUTO_SEND_PURPOSES, type AutoSendPurpose } from '../../../shared/automation-settings';
import { GROWTH_TEMPLATES } from '../../../shared/growth-message-templates';
import { settingsSchema } from '../../../shared/settings';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { Switch } from './choices';
import { SectionForm } from './section-form';

const schema = settingsSchema.pick({ automation: true });
type Input = z.input<typeof schema>;
type Output = z.output<typeof schema>;
type AutomationForm = UseFormReturn<Input, unknown, Output>;

type Threshold = {
  name: Exclude<keyof Output['automation'], 'autoSend' | 'autoSchedulePosts' | 'reviewLink'>;
  label: string;
  unit: string;
  hint?: string;
};

const GROUPS: readonly (readonly [worker: string, thresholds: readonly Threshold[]])[] = [
  ['Daily target', [{ name: 'dailyTarget', label: 'Clients a day', unit: 'clients', hint: 'What the automation dashboard aims at.' }]],
  [
    'Lead generation',
    [
      {
        name: 'lapsedDays',
        label: 'Lapsed after',
        unit: 'days',
        hint: 'A client is lapsed after these days, or after the factor below where that is longer.',
      },
      { name: 'lapsedFactor', label: 'Lapsed factor', unit: 'times their usual gap between two jobs' },
      { name: 'staleQuoteHours', label: 'Request without an answer', unit: 'hours' },
      { name: 'staleConfirmedHours', label: 'Confirmed request without a job', unit: 'hours' },
      { name: 'cartIdleHours', label: 'Cart left behind after', unit: 'hours' },
      { name: 'cartMaxDays', label: 'Ignore abandoned carts older than', unit: 'days' },
      { name: 'rebookDays', label: 'Cancelled and not booked again for', unit: 'days' },
      { name: 'oneTimeFromDays', label: 'One clean so far, from', unit: 'days', hint: 'Days since that clean.' },
      { name: 'oneTimeToDays', label: 'One clean so far, to', unit: 'days' },
      {
        name: 'leadSpacingDays',
        label: 'Between two messages to the same person',
        unit: 'days',
        hint: 'About leads and requests. What comes earlier waits.',
      },
    ],
  ],
  [
    'Engagement',
    [
      { name: 'reviewAfterHours', label: 'Ask for a review after', unit: 'hours', hint: 'Hours since the end of the job.' },
      { name: 'reviewCoolDownDays', label: 'Ask the same client again after', unit: 'days' },
      {
        name: 'reviewFromHour',
        label: 'Ask and thank from',
        unit: 'full hour, 0 to 23',
        hint: 'Never between 21:00 and 8:00. Anything later waits for the next day.',
      },
      { name: 'reviewToHour', label: 'Ask and thank until', unit: 'full hour, 1 to 24' },
      { name: 'jobNewsDays', label: 'Stop asking for reviews after', unit: 'days', hint: 'Days since the job. Thank-yous stop then, too.' },
      {
        name: 'staleDraftDays',
        label: 'Such a draft is taken back after',
        unit: 'days',
        hint: 'Days since the job, where nobody approved it.',
      },
      { name: 'thanksCoolDownDays', label: 'Thank the same client again after', unit: 'days' },
      { name: 'mostReminders', label: 'Reminders of one invoice at most', unit: '0, 1 or 2' },
      { name: 'firstReminderDays', label: 'First payment reminder', unit: 'days', hint: 'Days after the due day of the invoice.' },
      { name: 'secondReminderDays', label: 'Second payment reminder', unit: 'days' },
      { name: 'firstFollowUpDays', label: 'First follow-up of a request', unit: 'days', hint: 'Days after somebody asked for a quote.' },
      { name: 'secondFollowUpDays', label: 'Second follow-up of a request', unit: 'days' },
      { name: 'lastFollowUpDays', label: 'No follow-up any more after', unit: 'days' },
    ],
  ],
  [
    'Quote optimisation',
    [
      { name: 'priceJobs', label: 'A price is suggested from', unit: 'past jobs', hint: 'Never from fewer than five.' },
      { name: 'priceAreaJobs', label: 'Of the same area alone from', unit: 'past jobs there' },
      { name: 'priceThirdsQuotes', label: 'Show quotes won by price from', unit: 'quotes' },
    ],
  ],
  [
    'Market analysis',
    [
      { name: 'insightPercent', label: 'Report a change in demand from', unit: 'percent' },
      { name: 'insightCases', label: 'And from', unit: 'cases on one side' },
      {
        name: 'periodDays',
        label: 'Look back',
        unit: 'days',
        hint: 'Contracts and expansions too. Demand is compared with as many days before.',
      },
    ],
  ],
  [
    'Partnerships',
    [
      { name: 'partnershipReferrals', label: 'Clients who sent at least', unit: 'referred clients' },
      { name: 'supplierProducts', label: 'Suppliers of at least', unit: 'active products' },
      { name: 'domainClients', label: 'Organisations whose e-mail domain has at least', unit: 'clients' },
    ],
  ],
  [
    'Contracts',
    [
      { name: 'contractJobs', label: 'Commercial clients with at least', unit: 'finished jobs in the days looked back' },
      { name: 'payerAddresses', label: 'Clients who pay for at least', unit: 'addresses' },
    ],
  ],
  [
    'Expansion',
    [
      { name: 'growthPercent', label: 'A town that you serve grows from', unit: 'percent' },
      { name: 'growthCases', label: 'And from', unit: 'cases in the days looked back' },
      {
        name: 'expansionCases',
        label: 'Towns and services asked for at least',
        unit: 'times in the days looked back',
        hint: 'Outside of what you offer now.',
      },
    ],
  ],
  [
    'Alliances',
    [
      { name: 'allianceOrders', label: 'Businesses with at least', unit: 'orders of supplies' },
      { name: 'allianceClients', label: 'Organisations of at least', unit: 'clients' },
    ],
  ],
  [
    'Social content',
    [
      {
        name: 'postCount',
        label: 'Name a count in a post from',
        unit: 'cases',
        hint: 'Never from fewer than three: it might point at somebody.',
      },
      { name: 'openPosts', label: 'No further draft while there wait', unit: 'drafts' },
    ],
  ],
];

export const AutomationSection = () => (
  <SectionForm schema={schema}>
    {(form) => (
      <>
        {GROUPS.map(([worker, thresholds]) => (
          <Panel key={worker} title={worker}>
            <Thresholds form={form} thresholds={thresholds} />
            {worker === 'Engagement' && <ReviewLink form={form} />}
            {worker === 'Social content' && (
              <Switch
                control={form.register('automation.autoSchedulePosts')}
                label="Put a worker’s posts on the next free day"
                hint="Otherwise each post waits as a draft until you give it a day."
              />
            )}
          </Panel>
        ))}
        <AutoSend form={form} />
      </>
    )}
  </SectionForm>
);

function Thresholds({ form, thresholds }: { form: AutomationForm; thresholds: readonly Threshold[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {thresholds.map(({ name, label, unit, hint }) => (
        <TextField
          key={name}
          form={form}
          name={`automation.${name}`}
          label={`${label} (${unit})`}
          isRequired
          hint={hint}
          inputClass="max-w-40"
          inputMode={name === 'lapsedFactor' ? 'decimal' : 'numeric'}
          maxLength={5}
        />
      ))}
    </div>
  );
}

const ReviewLink = ({ form }: { form: AutomationForm }) => (
  <TextField
    form={form}
    name="automation.reviewLink"
    label="Review link"
    hint="Where people write a review of you. While it is empty, nobody is asked for one."
    type="url"
  />
);

const ABOUT: Record<AutoSendPurpose, string> = {
  'lead-lapsed': 'To a client who has not had us for a while.',
  'lead-stale-quote': 'To somebody whose request has no answer, or no job.',
  'lead-cart': 'To somebody who left a cart and agreed to be reminded.',
  'lead-cancelled': 'To somebody who cancelled and has not booked again.',
  'lead-onetime': 'To a client who had us once.',
  'review-request': 'After a job, and not again before the days above.',
  'thank-you': 'After a job for which no review is asked, and not again before the days above.',
  'overdue-reminder': 'To a customer whose invoice is overdue, after the days above.',
  'quote-follow-up': 'To somebody who asked for a quote, after the days above.',
};

const AutoSend = ({ form }: { form: AutomationForm }) => (
  <Panel title="Sent without your approval">
    <p className="rounded-small bg-sage-100 px-4 py-3 text-[15px]">
      What you tick here goes out to customers without anybody reading it first. What is not ticked waits as a draft. Either way, offers and
      reminders of them go only to people with consent on record.
    </p>
    {AUTO_SEND_PURPOSES.map((purpose) => (
      <Switch
        key={purpose}
        control={form.register('automation.autoSend')}
        value={purpose}
        label={GROWTH_TEMPLATES[purpose].name}
        hint={ABOUT[purpose]}
      />
    ))}
  </Panel>
);
