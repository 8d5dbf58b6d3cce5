import { expect, test, vi } from 'vitest';
import { TestFolder } from '../support/test-folder';

const folder = new TestFolder();

// The short form of `development-server.test.ts`: the same module in the transformation of the tests instead of in a server of its own.
test('the module of the development server draws the pages from their sources', async () => {
  vi.stubEnv('DATA_DIR', folder.inside('data'));
  vi.stubEnv('LOG_LEVEL', 'fatal');
  const said = vi.spyOn(console, 'info').mockReturnValue();
  const { default: app } = await import('../../src/server/dev');
  try {
    expect(said).toHaveBeenCalledWith('Office login: owner / development');
    for (const [address, text] of [
      ['/store', 'src/client/entry-site.tsx'],
      ['/admin', 'src/client/entry-client.tsx'],
    ] as const) {
      const answer = await app.request(`http://127.0.0.1:3000${address}`);
      expect([address, answer.status]).toEqual([address, 200]);
      expect(await answer.text()).toContain(text);
    }
  } finally {
    const { tidylineDevelopment } = globalThis as { tidylineDevelopment?: { close: () => Promise<void> } };
    await tidylineDevelopment?.close();
    vi.unstubAllEnvs();
  }
});
