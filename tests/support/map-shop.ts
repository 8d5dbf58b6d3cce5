import { insertRow } from './rows';
import { openShop } from './shop';

export const KAMLOOPS = { latitude: 50.67, longitude: -120.33 };

/** Opens a shop with one team member and one client. */
export function openWithClient(options: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop(options);
  insertRow(shop.db, 'team_members');
  insertRow(shop.db, 'clients');
  return shop;
}
