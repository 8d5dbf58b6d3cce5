import type { Basket } from '../../../shared/pricing';
import { tryStorage } from '../../browser-store';

const KEY = 'wanted-estimate';
type Wanted = Basket & { serviceType: string };

/** Stores what the visitor asked an estimate for until the tab is closed, so that a quote request can carry it. */
export const rememberWanted = (wanted: Wanted): void => {
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(wanted)));
};

export const readWanted = (): Wanted | undefined => tryStorage(() => JSON.parse(sessionStorage.getItem(KEY) ?? '') as Wanted);
