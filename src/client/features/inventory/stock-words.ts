import type { MOVEMENT_KINDS } from '../../../shared/inventory';

type Kind = (typeof MOVEMENT_KINDS)[number];

/** Formats the change of a stock with its sign. */
export const formatChange = (quantity: number): string => (quantity === 0 ? '0' : quantity > 0 ? `+${quantity}` : `−${-quantity}`);

export const formatKind = (kind: Kind): string => (kind === 'revaluation' ? 'new cost' : kind);
