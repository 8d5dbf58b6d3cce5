/** Who signs in during browser tests. */
export const OWNER = { username: 'owner', password: 'browser-test-password' };
