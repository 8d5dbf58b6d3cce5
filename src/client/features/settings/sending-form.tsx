import { z } from 'zod';
import { type Settings, settingsSchema } from '../../../shared/settings';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { Switch } from './choices';
import { SectionForm } from './section-form';

const { enabled, hoursBefore, quietFrom, quietTo } = settingsSchema.shape.reminders.shape;
const schema = settingsSchema.pick({ autoSendOverdueReminders: true, autoSendQuoteFollowUps: true, autoSendReviewRequests: true }).extend({
  enabled,
  /** Typed as "48, 3". */
  hoursBefore: z
    .string()
    .transform((text): (string | number)[] => text.split(/[\s,;]+/).filter((part) => part !== ''))
    .pipe(hoursBefore),
  quietFrom,
  quietTo,
});
type Fields = z.input<typeof schema>;

const toFields = ({ reminders, ...settings }: Settings): Fields => ({
  autoSendOverdueReminders: settings.autoSendOverdueReminders,
  autoSendQuoteFollowUps: settings.autoSendQuoteFollowUps,
  autoSendReviewRequests: settings.autoSendReviewRequests,
  ...reminders,
  hoursBefore: reminders.hoursBefore.join(', '),
});

const SWITCHES = [
  ['autoSendOverdueReminders', 'Payment reminders', 'A few days after an invoice was due, and once more a week later.'],
  ['autoSendQuoteFollowUps', 'Quote follow-ups', 'If a person who asked for a quote, or was sent one, has not answered.'],
  ['autoSendReviewRequests', 'Review requests', 'A few hours after a visit, to clients who agreed to such messages.'],
] as const;

/** The messages that go out by themselves: what the workers write, and the reminders of visits. */
export const SendingForm = () => (
  <SectionForm
    schema={schema}
    toFields={toFields}
    toChange={({ enabled, hoursBefore, quietFrom, quietTo, ...more }) => ({
      ...more,
      reminders: { enabled, hoursBefore, quietFrom, quietTo },
    })}
  >
    {(form) => (
      <>
        <Panel title="Send automatically">
          <p className="text-[15px] text-muted">
            These messages go out without your approval, never at night, even if the automation is stopped.
          </p>
          <div className="grid">
            {SWITCHES.map(([name, label, hint]) => (
              <Switch key={name} control={form.register(name)} label={label} hint={hint} />
            ))}
          </div>
        </Panel>
        <Panel title="Reminders of visits">
          <Switch
            control={form.register('enabled')}
            label="Remind clients of their visits"
            hint="By e-mail, and by text message if the client agreed to it and an SMS gateway is set up."
          />
          <TextField
            form={form}
            name="hoursBefore"
            label="Hours before the visit"
            hint="Separated by commas, such as 48, 3. Changes apply to jobs that are scheduled or moved from now on."
            inputClass="max-w-60"
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              form={form}
              name="quietFrom"
              label="Quiet from"
              type="time"
              hint="A reminder in the quiet hours goes out just before them."
            />
            <TextField form={form} name="quietTo" label="Quiet until" type="time" />
          </div>
        </Panel>
      </>
    )}
  </SectionForm>
);
