/** The staff paths behind the wrapper (decisions X112), and those nobody documented (decisions X104). */
export const STAFF_PATHS = [
  '/ai-dashboard',
  '/canaan-dashboard',
  '/social-media',
  '/achievements',
  '/inventory',
  '/inventory-accounting',
  '/invoices',
  '/receipts',
  '/team',
  '/team-management',
  '/dispatch',
  '/orders',
  '/bookings',
  '/clients',
  '/stock',
  '/settings',
];

/** Who signs in during browser tests. */
export const OWNER = { username: 'owner', password: 'browser-test-password' };
