import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { useCompany } from '../../ui/public/company';
import { useChecklist } from './use-overview';

/** Warns that the public sees sample facts, until the owner has saved the company's own, even if the step is marked as done. */
export function SampleFacts() {
  const { name, phone, email } = useCompany();
  const isSample = useChecklist().data?.steps.some(({ step, isDone, isMarked }) => step === 'company' && (!isDone || isMarked));
  if (!isSample) return null;
  return (
    <p role="note" className="rounded-card border border-amber-700 bg-amber-100 px-4 py-2 text-sm">
      Your website, invoices and mail still show sample details: {name}, {phone.display}, {email}.{' '}
      <ScreenLink to="/settings" search={{ section: 'company' }} look={TEXT_LINK} label="Enter your own" />
    </p>
  );
}
