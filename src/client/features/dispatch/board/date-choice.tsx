import { useState } from 'react';
import { hasClientToTell, isDateSentByDefault, type WorkOrder } from '../../../../shared/dispatch';
import { NotifyClient } from '../../../ui/notify-client';
import { useCompany } from '../../../ui/public/company';

/** Returns a field that asks whether clients are sent the dates of their jobs, or null without such clients, and the choice to send. */
export function useDateChoice(orders: readonly WorkOrder[]) {
  const { hours } = useCompany();
  const [ticked, setTicked] = useState<boolean>();
  const isBulk = orders.length > 1;
  const toTell = orders.filter(hasClientToTell);
  const untimed = toTell.filter((order) => !isDateSentByDefault(order, hours));
  const isOn = ticked ?? untimed.length < toTell.length;
  // A missing choice mails only the dates that are sent by default, so that a ticked box keeps its hint.
  const notifyClient = isOn && isBulk && untimed.length > 0 ? undefined : isOn;
  if (toTell.length === 0) return { notifyClient, field: null };
  if (isBulk && untimed.length === toTell.length)
    return { notifyClient, field: <p className="text-muted text-sm">No dates are sent, since they are outside business hours.</p> };
  const hint = isBulk ? `Not for ${untimed.map(({ workOrderId }) => workOrderId).join(', ')}: set a time first.` : 'Set a time first.';
  const label = isBulk ? 'Send the dates to the clients' : 'Send the date to the client';
  return {
    notifyClient,
    field: <NotifyClient label={label} isOn={isOn} onChange={setTicked} hint={untimed.length > 0 ? hint : undefined} />,
  };
}
