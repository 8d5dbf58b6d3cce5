import { lookUpKeys, OFFICE, SECRET } from './interac';
import { openShop } from './shop';

/** Opens a shop that takes notices of e-Transfers at one address. */
export function openInteracShop(lookUpDns: (name: string) => Promise<unknown> = lookUpKeys) {
  const shop = openShop({ interacSecret: SECRET, lookUpDns });
  return { ...shop, ready: shop.admin.settings.save({ interacAddresses: [OFFICE] }) };
}
