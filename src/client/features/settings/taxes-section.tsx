import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { type Settings, settingsSchema } from '../../../shared/settings';
import type { STORE_TAX_RULES, TaxProfile } from '../../../shared/store-sums';
import { optionalLine } from '../../../shared/text';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { Choices } from './choices';
import { SectionForm } from './section-form';

const PROFILES: readonly (readonly [TaxProfile, string, string])[] = [
  ['documented', 'HST (12%) + BC PST (7%)', 'The documented rates, which are not those of British Columbia today.'],
  ['bc-current', 'GST (5%), PST (7%) on goods', 'The province’s rates of today: both on goods, GST alone on services.'],
];
const TAX_RULES: readonly (readonly [(typeof STORE_TAX_RULES)[number], string, string])[] = [
  [
    'documented',
    'As documented',
    'The cart shows 12% HST and 7% BC PST, the checkout 12% HST alone; the checkout total is the one charged.',
  ],
  ['checkout-12', 'Both 12%', 'Cart and checkout show 12% HST.'],
  ['cart-19', 'Both 12% + 7%', 'Cart and checkout show 12% HST and 7% BC PST.'],
];
const NO_RULE = 'With the rates of today there is nothing to choose: cart and checkout both show 5% GST and 7% BC PST.';

const number = optionalLine(30);
const schema = settingsSchema.pick({ taxProfile: true, taxRule: true }).extend({ gstNumber: number, pstNumber: number });
type Input = z.input<typeof schema>;
type TaxForm = UseFormReturn<Input, unknown, z.output<typeof schema>>;

const toFields = ({ taxProfile, taxRule, company }: Settings): Input => ({
  taxProfile,
  taxRule,
  gstNumber: company.gstNumber ?? '',
  pstNumber: company.pstNumber ?? '',
});

export const TaxesSection = () => (
  <SectionForm
    schema={schema}
    toFields={toFields}
    toChange={({ gstNumber, pstNumber, ...rules }, { company }) => {
      const isSame = gstNumber === company.gstNumber && pstNumber === company.pstNumber;
      return isSame ? rules : { ...rules, company: { ...company, gstNumber, pstNumber } };
    }}
  >
    {(form) => <TaxFields form={form} />}
  </SectionForm>
);

function TaxFields({ form }: { form: TaxForm }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const profile = useWatch({ control, name: 'taxProfile' });
  return (
    <>
      <p role="note" className="rounded-card border border-line bg-amber-100 px-5 py-4 text-[15px]">
        British Columbia has had no HST since 2013: it is 5% GST and 7% PST there. The documented rates stay until you choose the
        province’s. Orders, invoices and receipts keep the taxes they were made with.
      </p>
      <Panel title="Rates">
        <Choices control={register('taxProfile')} legend="Tax profile" error={errors.taxProfile?.message} options={PROFILES} />
        <Choices
          control={register('taxRule')}
          legend="Tax rule of cart and checkout"
          error={errors.taxRule?.message}
          options={TAX_RULES}
          closed={profile === 'bc-current' ? NO_RULE : undefined}
        />
      </Panel>
      <Panel title="Registration numbers">
        <p className="text-muted text-sm">Invoices, receipts and quotes carry those that are filled in.</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField form={form} name="gstNumber" label="GST/HST number" hint="Such as 12345 6789 RT0001." />
          <TextField form={form} name="pstNumber" label="PST number" hint="Such as PST-1234-5678." />
        </div>
      </Panel>
    </>
  );
}
