import { useState } from 'react';
import { canSendDate, isDateOffered } from '../../../shared/date-mails';
import { isOutsideHours, type WorkOrder } from '../../../shared/dispatch';
import { formatWorkOrderId } from '../../../shared/work-order-id';
import { getNow } from '../../clock';
import { NotifyClient } from '../../ui/notify-client';
import { useCompany } from '../../ui/public/company';

const PAST = 'This time is in the past, so the client gets no message.';
const OUTSIDE = 'Outside business hours, a date is sent only if you tick this.';

/**
 * Returns the choice to send clients the dates of their jobs, and its field, which is null if no client can be sent a date. For a moved
 * booking the client gets the mail about the booking instead.
 */
export function useDateChoice(orders: readonly WorkOrder[], { isMove = false } = {}) {
  const { hours } = useCompany();
  const [ticked, setTicked] = useState<boolean>();
  const isBulk = orders.length > 1;
  const isBooking = (order: WorkOrder) => isMove && order.isBooked;
  const canNotify = (order: WorkOrder, now: string) => (isBooking(order) ? order.scheduledDate > now : canSendDate(order, now));
  const toNotify = orders.filter((order) => canNotify(order, getNow()));
  const heldBack = toNotify.filter((order) =>
    isBulk ? isOutsideHours(order.scheduledDate, hours) : !isBooking(order) && !isDateOffered(order, hours),
  );
  const isOn = toNotify.length > 0 && (ticked ?? heldBack.length < toNotify.length);
  // A missing choice mails only the dates within business hours, so that a ticked box keeps its hint.
  const notifyClient = isOn && isBulk && heldBack.length > 0 ? undefined : isOn;
  if (isBulk && toNotify.length > 0 && heldBack.length === toNotify.length)
    return { notifyClient, field: <p className="text-muted text-sm">No dates are sent, since they are outside business hours.</p> };
  const isPast = !isBulk && toNotify.length === 0 && orders.some((order) => canNotify(order, ''));
  if (toNotify.length === 0 && !isPast) return { notifyClient, field: null };
  const one = orders.some(isBooking) ? 'E-mail the client that the booking has moved' : 'Send the date to the client';
  const outside = isBulk
    ? `Not for ${heldBack.map(({ workOrderId }) => formatWorkOrderId(workOrderId)).join(', ')}: outside business hours.`
    : OUTSIDE;
  return {
    notifyClient,
    field: (
      <NotifyClient
        label={isBulk ? 'Send the dates to the clients' : one}
        isOn={isOn}
        isDisabled={isPast}
        onChange={setTicked}
        hint={isPast ? PAST : heldBack.length > 0 ? outside : undefined}
      />
    ),
  };
}
