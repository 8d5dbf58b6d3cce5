import type { ClientProfile } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { MutationButton, ReasonButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';

const meta = { failure: 'Failed to save the client. Please try again.' };

export function StopService({ client: { id, name } }: { client: ClientProfile }) {
  const stop = trpc.clients.setDoNotService.useMutation({
    meta,
    onSuccess: () => {
      showToast({ title: 'Do Not Service', description: `Dispatch now shows a warning for ${name}.` });
    },
  });
  return (
    <ReasonButton
      look="button-ghost justify-self-start"
      label="Do Not Service"
      call={stop}
      input={(reason) => ({ id, doNotService: true, reason })}
      title={`Stop working for ${name}?`}
      text="Dispatch shows a warning with the reason at every work order of this client. Nothing is cancelled automatically, and you can remove the warning at any time."
      submit="Do Not Service"
      cancel="Keep Serving"
    />
  );
}

export function DoNotServiceBanner({ client: { id, name, doNotServiceReason } }: { client: ClientProfile }) {
  const serve = trpc.clients.setDoNotService.useMutation({
    meta,
    onSuccess: () => showToast({ title: 'Served Again', description: `The warning for ${name} is gone.` }),
  });
  return (
    <div
      role="note"
      aria-label="Do not service"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-red-600 bg-red-100 p-5"
    >
      <div className="min-w-0">
        <p className="font-bold text-red-600">Do not service</p>
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{doNotServiceReason}</p>
      </div>
      <MutationButton label="Serve Again" call={serve} input={{ id, doNotService: false }} />
    </div>
  );
}
