import type { Settings } from '../../../shared/settings';
import { Panel } from '../../ui/panel';
import { CompanyFields } from './company-fields';
import { companyForm, toInput } from './company-form-state';
import { HoursFields } from './hours-fields';
import { LogoPanel } from './logo-panel';
import { SectionForm } from './section-form';

const toFields = ({ company }: Settings) => toInput(company);

export const CompanySection = () => (
  <SectionForm schema={companyForm} toFields={toFields} toChange={(company) => ({ company })}>
    {(form, { company }) => (
      <>
        <Panel title="Company">
          <CompanyFields form={form} />
        </Panel>
        <LogoPanel name={company.name} logo={company.logo} />
        <Panel title="Opening hours">
          <HoursFields form={form} />
        </Panel>
      </>
    )}
  </SectionForm>
);
