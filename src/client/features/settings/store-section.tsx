import { settingsSchema } from '../../../shared/settings';
import { CHECKOUT_METHODS, METHOD_NAMES } from '../../../shared/store-options';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { Switch } from './choices';
import { SectionForm } from './section-form';

const schema = settingsSchema.pick({ showSampleRatings: true, paymentInstructions: true });

export const StoreSection = () => (
  <SectionForm schema={schema}>
    {(form) => (
      <>
        <Panel title="Products">
          <Switch
            control={form.register('showSampleRatings')}
            label="Show sample ratings"
            hint="A product without a rating of its own shows 4.5 of 5 from 12 reviews, marked as a sample."
          />
        </Panel>
        <Panel title="How to pay">
          <p className="text-muted text-sm">
            What a customer reads after the checkout, in the confirmation of the order, and on each invoice.
          </p>
          {CHECKOUT_METHODS.map((method) => (
            <TextField key={method} form={form} name={`paymentInstructions.${method}`} label={METHOD_NAMES[method]} isRequired rows={4} />
          ))}
        </Panel>
      </>
    )}
  </SectionForm>
);
