/** The staff paths behind the wrapper (decisions X112). */
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
];

/** Who signs in during browser tests. */
export const OWNER = { username: 'owner', password: 'browser-test-password' };
