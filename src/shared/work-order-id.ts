const SHOWN = 6;

/** Splits a work order id into the part that screens leave out and the part they show; an id of up to 12 characters is shown whole. */
export const splitWorkOrderId = (id: string): [hidden: string, shown: string] =>
  id.length <= 12 ? ['', id] : [id.slice(0, -SHOWN), id.slice(-SHOWN)];

/** Shortens a work order id for a sentence or a name: "…BEDB70". Documents and mails show it whole. */
export function formatWorkOrderId(id: string): string {
  const [hidden, shown] = splitWorkOrderId(id);
  return hidden ? `…${shown}` : shown;
}
