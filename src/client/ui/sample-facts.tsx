import { listSampleFacts } from '../../shared/company-facts';
import { trpc } from '../trpc';
import { ScreenLink, TEXT_LINK } from './button';
import { useCompany } from './public/company';

/**
 * Warns that customers see sample facts, until the owner has saved the company's own, even if the step is marked as done. `where` says
 * what shows them.
 */
export function SampleFacts({ where = 'Your website, invoices and mail still show' }: { where?: string }) {
  const company = useCompany();
  const step = trpc.overview.checklist.useQuery().data?.steps.find((one) => one.step === 'company');
  const facts = step ? listSampleFacts(company, step.isDone && !step.isMarked) : [];
  if (facts.length === 0) return null;
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-3 rounded-card border border-amber-700 bg-amber-100 px-4 py-2 text-sm max-lg:pb-0.5"
    >
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {where} sample details: {facts.join(', ')}.
      </p>
      <ScreenLink to="/settings" search={{ section: 'company' }} look={TEXT_LINK} label="Enter your own" />
    </div>
  );
}
