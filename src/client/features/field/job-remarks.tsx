import type { Job } from '../../../shared/field';
import { formatDateTime } from '../../../shared/time';
import { pressOnce } from '../../ui/press-once';
import { Field } from '../../ui/public/field';
import type { JobAction } from './use-outgoing';

type JobRemarksProps = { job: Job; isOpen: boolean; text: string; onText: (text: string) => void; act: (action: JobAction) => void };

export function JobRemarks({ job, isOpen, text, onText, act }: JobRemarksProps) {
  return (
    <div className="grid gap-2">
      {job.remarks.length > 0 && (
        <ul className="grid gap-2" aria-label="Remarks so far">
          {job.remarks.map(({ id, at, action, details }) => (
            <li key={id} className="rounded-small bg-sage-50 px-3 py-2 text-[15px]">
              <span className="text-muted text-sm">
                {formatDateTime(at)}, {action}
              </span>
              <br />
              <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{details}</span>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <>
          <Field label="Remarks" hint="Goes along with your next step, or by itself.">
            {(control) => <textarea {...control} rows={2} value={text} onChange={(event) => onText(event.target.value)} />}
          </Field>
          {text.trim() !== '' && job.assignment !== null && (
            <button
              type="button"
              className="button-ghost justify-self-start"
              {...pressOnce(() => {
                act({ kind: 'remark', remarks: text.trim() });
                onText('');
              })}
            >
              Save Remark
            </button>
          )}
        </>
      )}
    </div>
  );
}
