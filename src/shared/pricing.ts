/** What the price of an item is multiplied by; `100sqft` counts begun hundreds of square feet, an `extra` is chosen by name. */
export const PRICE_UNITS = ['flat', 'bedroom', 'bathroom', '100sqft', 'hour', 'extra'] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];
