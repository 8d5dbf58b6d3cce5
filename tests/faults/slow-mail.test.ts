import { expect, test } from 'vitest';
import { tell, times } from '../support/length';
import { MailServer, SilentServer } from '../support/mail-server';
import { onThisMachine } from '../support/pace';
import { ServerHouse } from '../support/server-process';
import { NO_FAULTS, readBusiness, restock, storm } from '../support/storm';

// mail-outage.test.ts and mail-faults.test.ts cover the messages themselves.
const house = new ServerHouse();
const CALLS = times(15, 150);
const LIMIT_MS = 300;
type Mail = { stop: () => Promise<void> };

/** A mail server that rejects everyone, temporarily or permanently. */
async function refusing(port: number, code: number): Promise<Mail> {
  const server = await MailServer.start(port);
  server.refusal = { at: 'rcpt', code };
  return server;
}
const MOODS: [how: string, start: (port: number) => Promise<Mail>][] = [
  ['down', async () => ({ stop: async () => undefined })],
  ['taking the call and saying nothing', (port) => SilentServer.start('', port)],
  ['greeting and then saying nothing', (port) => SilentServer.start('220 mail.example ESMTP\r\n', port)],
  ['refusing for now', (port) => refusing(port, 451)],
  ['refusing for good', (port) => refusing(port, 554)],
  ['well', (port) => MailServer.start(port)],
];

test('orders, bookings and quotes are answered as fast as ever, whatever the mail server does', { timeout: 120_000 }, async () => {
  const first = await MailServer.start();
  const { port, url } = first;
  await first.stop();
  const server = await house.start({ SMTP_URL: url });
  restock(house.file);
  const limit = onThisMachine(LIMIT_MS);
  let promised = 0;
  for (const [how, start] of MOODS) {
    const mail = await start(port);
    const waits: number[] = [];
    let last = performance.now();
    const onAcknowledged = () => {
      waits.push(performance.now() - last);
      last = performance.now();
    };
    // The first one includes reading the products and the calendar.
    await storm(server.origin, { count: CALLS, atOnce: 1, onAcknowledged });
    await mail.stop();
    expect(waits, how).toHaveLength(CALLS);
    promised += waits.length;
    const sorted = waits.slice(1).sort((a, b) => a - b);
    const [most = 0, slowest = 0] = [sorted[Math.floor(sorted.length * 0.95)], sorted.at(-1)];
    expect(most, how).toBeLessThan(limit);
    // A call that waited for the mail server would take its ten seconds.
    expect(slowest, how).toBeLessThan(10 * limit);
    tell(`mail server ${how}: ${CALLS} orders, bookings and quotes, p95 ${Math.round(most)} ms, the slowest ${Math.round(slowest)} ms`);
  }
  await server.stop();
  const { faults, orders, bookings, quotes } = readBusiness(house.file);
  expect(faults).toEqual(NO_FAULTS);
  expect(orders.length + bookings.length + quotes.length).toBe(promised);
});
