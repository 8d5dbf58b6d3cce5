import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { AUTO_SEND_PURPOSES, type AutoSendPurpose } from '../../../shared/automation-settings';
import { GROWTH_TEMPLATES } from '../../../shared/growth-message-templates';
import { settingsSchema } from '../../../shared/settings';
import { TextField } from '../../ui/form';
import { FoldedPanel } from '../../ui/panel';
import { Switch } from './choices';
import { SectionForm } from './section-form';

const schema = settingsSchema.pick({ automation: true });
type Input = z.input<typeof schema>;
type Output = z.output<typeof schema>;
type AutomationForm = UseFormReturn<Input, unknown, Output>;

type Name = Exclude<keyof Output['automation'], 'autoSend' | 'autoSchedulePosts' | 'reviewLink'>;
type Threshold = readonly [name: Name, label: string, unit: string, hint?: string];

const GROUPS: readonly (readonly [worker: string, thresholds: readonly Threshold[]])[] = [
  ['Daily target', [['dailyTarget', 'Target', 'clients a day', 'The target on the AI dashboard.']]],
  [
    'Lead generation',
    [
      ['lapsedDays', 'Lapsed after', 'days', 'A client is lapsed after these days, or after the factor below if that is longer.'],
      ['lapsedFactor', 'Lapsed factor', 'times their usual gap between two jobs'],
      ['staleQuoteHours', 'Quote request unanswered for', 'hours'],
      ['staleConfirmedHours', 'Confirmed request without a job for', 'hours'],
      ['cartIdleHours', 'Cart left behind after', 'hours'],
      ['cartMaxDays', 'Ignore abandoned carts older than', 'days'],
      ['rebookDays', 'Cancelled and not booked again for', 'days'],
      ['oneTimeFromDays', 'One clean so far, from', 'days', 'Days since that clean.'],
      ['oneTimeToDays', 'One clean so far, to', 'days'],
      [
        'leadSpacingDays',
        'Time between two messages to the same person',
        'days',
        'For leads and quote requests. An earlier message waits.',
      ],
    ],
  ],
  [
    'Engagement',
    [
      ['reviewAfterHours', 'Ask for a review after', 'hours', 'Hours since the end of the job.'],
      ['reviewCoolDownDays', 'Ask the same client again after', 'days'],
      [
        'reviewFromHour',
        'Ask and thank from',
        'full hour, 0 to 23',
        'Never between 21:00 and 8:00. Anything later waits for the next day.',
      ],
      ['reviewToHour', 'Ask and thank until', 'full hour, 1 to 24'],
      ['jobNewsDays', 'Stop asking for reviews after', 'days', 'Days since the job. Thank-yous stop then, too.'],
      ['staleDraftDays', 'Withdraw unapproved drafts after', 'days', 'Days since the job. For review requests and thank-yous.'],
      ['thanksCoolDownDays', 'Thank the same client again after', 'days'],
      ['mostReminders', 'Reminders of one invoice at most', '0, 1 or 2'],
      ['firstReminderDays', 'First payment reminder', 'days', 'Days after the due day of the invoice.'],
      ['secondReminderDays', 'Second payment reminder', 'days'],
      ['firstFollowUpDays', 'First follow-up of a request', 'days', 'Days after somebody asked for a quote.'],
      ['secondFollowUpDays', 'Second follow-up of a request', 'days'],
      ['lastFollowUpDays', 'Stop following up after', 'days'],
    ],
  ],
  [
    'Quote optimisation',
    [
      ['priceJobs', 'Suggest a price from', 'past jobs', 'Never from fewer than five.'],
      ['priceAreaJobs', 'Use the same area only, from', 'past jobs there'],
      ['priceThirdsQuotes', 'Show quotes won by price from', 'quotes'],
    ],
  ],
  [
    'Market analysis',
    [
      ['insightPercent', 'Report a change in demand from', 'percent'],
      ['insightCases', 'And at least', 'cases in one of the periods'],
      ['periodDays', 'Look back', 'days', 'Contracts and expansions too. Demand is compared with as many days before.'],
    ],
  ],
  [
    'Partnerships',
    [
      ['partnershipReferrals', 'Clients who referred at least', 'clients'],
      ['supplierProducts', 'Suppliers of at least', 'active products'],
      ['domainClients', 'Organisations whose e-mail domain has at least', 'clients'],
    ],
  ],
  [
    'Contracts',
    [
      ['contractJobs', 'Commercial clients with at least', 'finished jobs in the days looked back'],
      ['payerAddresses', 'Clients who pay for at least', 'addresses'],
    ],
  ],
  [
    'Expansion',
    [
      ['growthPercent', 'Report a town that grows by', 'percent'],
      ['growthCases', 'And has at least', 'cases in the days looked back'],
      ['expansionCases', 'Towns and services asked for at least', 'times in the days looked back', 'Beyond what you offer now.'],
    ],
  ],
  [
    'Alliances',
    [
      ['allianceOrders', 'Businesses with at least', 'orders of supplies'],
      ['allianceClients', 'Organisations of at least', 'clients'],
    ],
  ],
  [
    'Social content',
    [
      ['postCount', 'Name a count in a post from', 'cases', 'Never fewer than three, so that a post identifies nobody.'],
      ['openPosts', 'Stop drafting posts at', 'waiting drafts'],
    ],
  ],
];

export const AutomationSection = () => (
  <SectionForm schema={schema}>
    {(form) => (
      <>
        {GROUPS.map(([worker, thresholds]) => (
          <FoldedPanel key={worker} title={worker} isOpen={worker === 'Daily target'}>
            <Thresholds form={form} thresholds={thresholds} />
            {worker === 'Engagement' && <ReviewLink form={form} />}
            {worker === 'Social content' && (
              <Switch
                control={form.register('automation.autoSchedulePosts')}
                label="Schedule drafted posts on the next free day"
                hint="Otherwise each post stays a draft until you schedule it."
              />
            )}
          </FoldedPanel>
        ))}
        <AutoSend form={form} />
      </>
    )}
  </SectionForm>
);

const Thresholds = ({ form, thresholds }: { form: AutomationForm; thresholds: readonly Threshold[] }) => (
  <div className="grid gap-2">
    {thresholds.map(([name, label, unit, hint]) => (
      <TextField
        key={name}
        form={form}
        name={`automation.${name}`}
        label={`${label} (${unit})`}
        isRequired
        hint={hint}
        className="grid-cols-[minmax(0,1fr)_6rem] items-center gap-x-4 gap-y-0 [&>p]:col-start-1"
        inputMode={name === 'lapsedFactor' ? 'decimal' : 'numeric'}
        maxLength={5}
      />
    ))}
  </div>
);

const ReviewLink = ({ form }: { form: AutomationForm }) => (
  <TextField
    form={form}
    name="automation.reviewLink"
    label="Review link"
    hint="Where clients can review you. While it is empty, nobody is asked for a review."
    type="url"
  />
);

const ABOUT: Record<AutoSendPurpose, string> = {
  'lead-lapsed': 'To a client whose last job was long ago.',
  'lead-stale-quote': 'To somebody whose quote request has no answer or no job.',
  'lead-cart': 'To somebody who left a cart and agreed to be reminded.',
  'lead-cancelled': 'To somebody who cancelled and has not booked again.',
  'lead-onetime': 'To a client with a single job.',
  'review-request': 'After a job, and not again before the days above.',
  'thank-you': 'After a job for which no review is asked, and not again before the days above.',
  'overdue-reminder': 'To a customer whose invoice is overdue, after the days above.',
  'quote-follow-up': 'To somebody who asked for a quote or has one to answer, after the days above.',
};

const AutoSend = ({ form }: { form: AutomationForm }) => (
  <FoldedPanel title="Sent without your approval">
    <p className="rounded-small bg-sage-100 px-4 py-3 text-[15px]">
      What you tick here goes out to customers without anybody reading it first. Everything else waits as a draft, unless you turned it on
      under Messages. Offers, and reminders of offers, go only to people whose consent is on record.
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
  </FoldedPanel>
);
