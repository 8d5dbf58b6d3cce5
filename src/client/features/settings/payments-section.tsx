import { z } from 'zod';
import { BOOKING_SERVICE_TYPES, SERVICE_NAMES } from '../../../shared/booking';
import { type AUTO_BILL, type Settings, settingsSchema } from '../../../shared/settings';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { Choices, Switch } from './choices';
import { SectionForm } from './section-form';

const { interacAddresses, allowPartialOnline, allowTips, depositHours, autoBill, bookingDeposit } = settingsSchema.shape;
const DEPOSITS = ['none', 'amount', 'percent'] as const;

/** Splits e-mail addresses at commas, semicolons, spaces and line breaks. */
const splitAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

const fields = z
  .object({
    interacAddresses: z.string().superRefine((text, ctx) => {
      const { error } = interacAddresses.safeParse(splitAddresses(text));
      if (error) ctx.addIssue({ code: 'custom', message: error.issues[0]?.message ?? 'Please check the addresses.' });
    }),
    ...{ allowPartialOnline, allowTips, depositHours, autoBill },
    deposit: z.enum(DEPOSITS),
    depositValue: z.string(),
    depositServices: z.array(z.enum(BOOKING_SERVICE_TYPES)),
  })
  .superRefine((values, ctx) => {
    const { error } = bookingDeposit.safeParse(toDeposit(values));
    if (!error) return;
    const isAboutServices = values.depositServices.length === 0;
    const message = isAboutServices
      ? 'Please choose at least one service.'
      : values.deposit === 'percent'
        ? 'Please enter a percentage above 0 and up to 100.'
        : 'Please enter an amount above 0, such as 50.00.';
    ctx.addIssue({ code: 'custom', path: [isAboutServices ? 'depositServices' : 'depositValue'], message });
  });
type Values = z.output<typeof fields>;

type DepositValues = Pick<Values, 'deposit' | 'depositValue' | 'depositServices'>;
function toDeposit({ deposit, depositValue, depositServices: serviceTypes }: DepositValues) {
  if (deposit === 'none') return null;
  return deposit === 'amount' ? { amount: depositValue, serviceTypes } : { percent: Number(depositValue), serviceTypes };
}

const toFields = ({ bookingDeposit: stored, ...settings }: Settings): z.input<typeof fields> => ({
  interacAddresses: settings.interacAddresses.join(', '),
  allowPartialOnline: settings.allowPartialOnline,
  allowTips: settings.allowTips,
  depositHours: String(settings.depositHours),
  autoBill: settings.autoBill,
  deposit: stored === null ? 'none' : 'amount' in stored ? 'amount' : 'percent',
  depositValue: stored === null ? '' : 'amount' in stored ? stored.amount : String(stored.percent),
  depositServices: stored?.serviceTypes ?? [],
});

const toChange = ({ interacAddresses: addresses, deposit, depositValue, depositServices, ...settings }: Values) => ({
  ...settings,
  interacAddresses: splitAddresses(addresses),
  bookingDeposit: toDeposit({ deposit, depositValue, depositServices }),
});

const DEPOSIT_CHOICES: readonly (readonly [(typeof DEPOSITS)[number], string, string])[] = [
  ['none', 'No deposit', 'A booking is confirmed without a payment.'],
  ['amount', 'An amount', 'The same for every booking of the services below, taxes included.'],
  ['percent', 'A percentage', 'Of the estimated cost that came with the booking. Without an estimate there is no deposit.'],
];
const AUTO_BILL_CHOICES: readonly (readonly [(typeof AUTO_BILL)[number], string, string])[] = [
  ['off', 'Off', 'Completed visits of plans wait under Invoices, To bill.'],
  [
    'draft',
    'Make a draft',
    'Each completed visit with a price gets a draft, which you check and send. Plans with monthly invoices get one on the first business day after the month.',
  ],
  [
    'send',
    'Bill and send',
    'Each completed visit with a price is billed, and its invoice is mailed to the client. Monthly invoices go out on the first business day after the month.',
  ],
];

export const PaymentsSection = () => (
  <SectionForm schema={fields} toFields={toFields} toChange={toChange}>
    {(form) => (
      <>
        <Panel title="Paying online">
          <p className="text-muted text-sm">
            Each invoice has a page where the client sees how to pay it. Once Stripe is set up on the server, it also takes cards.
          </p>
          <Switch
            control={form.register('allowPartialOnline')}
            label="Allow part payments"
            hint="Clients can pay less than the balance by card. The rest stays due."
          />
          <Switch
            control={form.register('allowTips')}
            label="Accept tips"
            hint="Clients can add a tip to a card payment. It is not part of the invoice."
          />
        </Panel>
        <Panel title="Interac e-Transfers">
          <TextField
            form={form}
            name="interacAddresses"
            label="Addresses that receive e-Transfers"
            isRequired
            hint="Separate them with commas. A genuine notice to one of these addresses that names an open invoice and its balance is recorded as a payment automatically. A notice to any other address is only suggested."
            maxLength={1000}
          />
        </Panel>
        <Panel title="Deposits of bookings">
          <Choices
            control={form.register('deposit')}
            legend="Deposit"
            error={form.formState.errors.deposit?.message}
            options={DEPOSIT_CHOICES}
          />
          {form.watch('deposit') !== 'none' && (
            <>
              <TextField
                form={form}
                name="depositValue"
                label={form.watch('deposit') === 'percent' ? 'Percentage' : 'Amount'}
                isRequired
                inputMode="decimal"
                inputClass="max-w-40"
              />
              <fieldset className="grid">
                <legend className="mb-1 font-semibold text-[15px]">Services with a deposit</legend>
                {BOOKING_SERVICE_TYPES.map((type) => (
                  <Switch key={type} control={form.register('depositServices')} value={type} label={SERVICE_NAMES[type]} hint="" />
                ))}
                {form.formState.errors.depositServices && (
                  <p className="font-medium text-red-600 text-sm">{form.formState.errors.depositServices.message}</p>
                )}
              </fieldset>
            </>
          )}
          <TextField
            form={form}
            name="depositHours"
            label="Hours to pay"
            isRequired
            hint="A booking whose deposit is still unpaid after these hours is cancelled, its place is free again, and the client is notified."
            inputClass="max-w-40"
            inputMode="numeric"
            maxLength={3}
          />
        </Panel>
        <Panel title="Visits of plans">
          <Choices
            control={form.register('autoBill')}
            legend="Automatic billing"
            error={form.formState.errors.autoBill?.message}
            options={AUTO_BILL_CHOICES}
          />
        </Panel>
      </>
    )}
  </SectionForm>
);
