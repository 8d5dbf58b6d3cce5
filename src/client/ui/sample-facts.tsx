import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { useCompany } from '../../ui/public/company';
import { useChecklist } from './use-overview';

/** Warns that the public sees sample facts, until the owner has saved the company's own, even if the step is marked as done. */
export function SampleFacts() {
  const { name, phone, email } = useCompany();
  const isSample = useChecklist().data?.steps.some(({ step, isDone, isMarked }) => step === 'company' && (!isDone || isMarked));
  if (!isSample) return null;
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-3 rounded-card border border-amber-700 bg-amber-100 px-4 py-2 text-sm max-lg:pb-0.5"
    >
      <p>
        Your website, invoices and mail still show sample details: {name}, {phone.display}, {email}.
      </p>
      <ScreenLink to="/settings" search={{ section: 'company' }} look={TEXT_LINK} label="Enter your own" />
    </div>
  );
}
