/** The staff paths behind the wrapper, documented and undocumented. */
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
  '/plans',
  '/stock',
  '/settings',
];

/** Credentials that browser tests sign in with. */
export const OWNER = { username: 'owner', password: 'browser-test-password' };
