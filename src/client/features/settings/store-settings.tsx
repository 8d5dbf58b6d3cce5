import type { TaxRule } from '../../../shared/store-sums';
import { CHECKOUT_METHODS, METHOD_NAMES } from '../../../shared/store-words';
import { Field } from '../../ui/public/field';
import { Choices, Switch } from './choices';
import type { SettingsFormState } from './settings-form';

const TAX_RULES: readonly (readonly [TaxRule, string, string])[] = [
  [
    'documented',
    'As documented',
    'The cart shows 12% HST and 7% BC PST, the checkout 12% HST alone; the checkout total is the one charged.',
  ],
  ['checkout-12', 'Both 12%', 'Cart and checkout show 12% HST.'],
  ['cart-19', 'Both 12% + 7%', 'Cart and checkout show 12% HST and 7% BC PST.'],
  ['bc-current', 'British Columbia today', 'Cart and checkout show 5% GST and 7% BC PST.'],
];

/** Taxes, sample ratings, and how to pay. */
export function StoreSettings({ form: { register, formState } }: { form: SettingsFormState }) {
  const { errors } = formState;
  return (
    <>
      <p role="note" className="rounded-small bg-amber-100 px-4 py-3 text-[15px]">
        British Columbia has had no HST since 2013: it is 5% GST and 7% PST there. The documented rates stay until you choose the
        province’s. Orders keep the taxes they were placed with.
      </p>
      <Choices control={register('taxRule')} legend="Tax rule" error={errors.taxRule?.message} options={TAX_RULES} />
      <Switch
        control={register('showSampleRatings')}
        label="Show sample ratings"
        hint="A product without a rating of its own shows 4.5 of 5 from 12 reviews, marked as a sample."
      />
      <div className="grid gap-4">
        <div>
          <h3 className="font-semibold text-[15px]">How to pay</h3>
          <p className="text-muted text-sm">What a customer reads after the checkout and in the confirmation of the order.</p>
        </div>
        {CHECKOUT_METHODS.map((method) => (
          <Field key={method} label={METHOD_NAMES[method]} isRequired error={errors.paymentInstructions?.[method]?.message}>
            {(control) => <textarea {...control} {...register(`paymentInstructions.${method}`)} rows={5} maxLength={1000} />}
          </Field>
        ))}
      </div>
    </>
  );
}
