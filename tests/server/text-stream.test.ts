import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { streamText } from '../../src/server/documents/text-stream';

/** Serves endless text in parts of 4 kB. */
async function serveEndless() {
  const made = { parts: 0, hasEnded: false };
  function* parts() {
    try {
      for (;;) {
        made.parts += 1;
        yield 'x'.repeat(4096);
      }
    } finally {
      made.hasEnded = true;
    }
  }
  const app = new Hono().get('/endless', (c) => c.body(streamText(parts())));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { made, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('makes no further part after the client hangs up', async () => {
  const { made, origin } = await serveEndless();
  const reading = get(`${origin}/endless`);
  reading.on('error', () => undefined);
  const [response] = await once(reading, 'response');
  await once(response, 'readable');
  reading.destroy();
  await expect.poll(() => made.hasEnded).toBe(true);
  const { parts } = made;
  await new Promise((done) => setTimeout(done, 50));
  expect(made.parts).toBe(parts);
});
