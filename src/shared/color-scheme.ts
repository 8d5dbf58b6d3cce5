/** Colour schemes of the staff's screens. "system" follows the device. */
export const SCHEMES = ['system', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];
export const SCHEME_LABELS: Record<Scheme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Browser storage key of the scheme chosen on this device. */
export const SCHEME_KEY = 'colorScheme';
export const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)';
