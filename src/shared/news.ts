/**
 * Activity that the office is notified of, as the words of its notification. The keys are verbs of the activity log; a partial index has
 * them too, so a change needs a migration.
 */
export const NEWS = {
  'quote.received': 'New quote request',
  'booking.made': 'New booking',
  'booking.moved': 'Booking moved',
  'booking.cancelled': 'Booking cancelled',
  'order.placed': 'New order',
  'receipt.created': 'Payment received',
  'message.drafted': 'Message to approve',
  'message.failed': 'Message could not be sent',
  'message.unknown': 'Delivery not confirmed',
  'assignment.declined': 'Job declined',
  'workOrder.complete': 'Job completed',
  'workOrder.incomplete': 'Job could not be completed',
  'timeOff.requested': 'Time off requested',
  'pricedQuote.approved': 'Quote approved',
  'pricedQuote.declined': 'Quote declined',
  'pricedQuote.changeRequested': 'Quote change requested',
  'plan.proposed': 'Regular visits requested',
  'plan.paused': 'Plan paused',
  'plan.skipped': 'Visit skipped',
  'client.messageReceived': 'Message from a client',
  'client.rated': 'New rating',
} as const;
export type NewsVerb = keyof typeof NEWS;
export const NEWS_VERBS = Object.keys(NEWS) as readonly NewsVerb[];

/** Unread notifications are counted up to this number, so that the count costs the same after a long absence. */
export const MOST_UNREAD = 100;
