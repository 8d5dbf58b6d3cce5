import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { tell, times } from '../support/length';
import { MailServer, SilentServer } from '../support/mail-server';
import { onThisMachine } from '../support/pace';
import { postJson } from '../support/post-json';
import { ServerHouse } from '../support/server-process';
import { ADMIN, QUOTE } from '../support/shop';
import { NO_FAULTS, readBusiness } from '../support/storm';

const house = new ServerHouse();
/** The server that waits for a silent mail server while other tests run. */
const waiting = new ServerHouse('file');
const WHOLE_TEST = 60_000;

/** Sends a quote over one of the agent's connections. Returns its status, or the error and the connection's state. */
const sendQuote = (port: number, agent: Agent, acknowledged: number[]) =>
  new Promise<string>((done) => {
    const body = JSON.stringify(QUOTE);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/contact', agent, headers });
    const fail = (error: NodeJS.ErrnoException) =>
      done(`${error.code} on ${call.reusedSocket ? 'a connection it had taken' : 'a new connection'}`);
    call.on('error', fail);
    call.on('response', async (response) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        if (response.statusCode === 201) acknowledged.push(JSON.parse(Buffer.concat(chunks).toString()).inquiry.id);
        done(`${response.statusCode}${response.headers.connection === 'close' ? ', the last' : ''}`);
      } catch {
        done('an answer that broke off');
      }
    });
    call.end(body);
  });

/** Returns how many messages a stopped server has marked as sent. */
function countSent(file: string): unknown {
  const sqlite = new Database(file, { readonly: true });
  const sent = sqlite.prepare("select count(*) from outbox where status = 'sent'").pluck().get();
  sqlite.close();
  return sent;
}

/** Stops servers that wait for a mail server which never greets, or greets and then says nothing. */
const endWithSilentMail = () =>
  Promise.all(
    ['', '220 ready\r\n'].map(async (greeting, index) => {
      const silent = await SilentServer.start(greeting);
      const dataDir = `${waiting.dataDir}${index}`;
      try {
        const server = await waiting.start({ SMTP_URL: silent.url, DATA_DIR: dataDir });
        await postJson(`${server.origin}/api/contact`, QUOTE);
        await expect.poll(() => silent.sockets.size, { timeout: 5000 }).toBeGreaterThan(0);
        const { code, ms } = await server.stop();
        const { quotes, faults } = readBusiness(`${dataDir}/tidyline.db`);
        return { code, isInTime: ms < onThisMachine(10_000), quotes, faults };
      } finally {
        await silent.stop();
      }
    }),
  );

describe('a stop request', () => {
  // Started first and checked last, since it waits ten seconds; not while the tests between are measured.
  let hasEnded: ReturnType<typeof endWithSilentMail> | undefined;
  beforeAll(() => {
    hasEnded = times<(() => typeof hasEnded) | undefined>(endWithSilentMail, undefined)?.();
    hasEnded?.catch(() => undefined);
  });

  test('ends the process within ten seconds under load of fifty connections without cutting an accepted call or losing a row', {
    timeout: WHOLE_TEST,
  }, async () => {
    const mail = await MailServer.start();
    try {
      const server = await house.start({ SMTP_URL: mail.url });
      const agent = new Agent({ keepAlive: true, maxSockets: 50 });
      const outcomes: Record<string, number> = {};
      const acknowledged: number[] = [];
      let isGone = false;
      const sender = async () => {
        while (!isGone) {
          const outcome = await sendQuote(server.port, agent, acknowledged);
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
          isGone ||= outcome === 'ECONNREFUSED on a new connection';
        }
      };
      const senders = Array.from({ length: 50 }, sender);
      await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(200);
      const before = acknowledged.length;
      const { code, signal, ms } = await server.stop();
      await Promise.all(senders);
      agent.destroy();
      const sent = mail.received.length;
      expect({ code, signal }).toEqual({ code: 0, signal: null });
      expect(ms).toBeLessThan(10_000);

      // A connection that was never accepted may be refused or reset. A call on an accepted one is answered as its last.
      const { '201': open, '201, the last': last, ...cut } = outcomes;
      const untaken = Object.keys(cut).filter((outcome) => outcome.endsWith('on a new connection'));
      expect(Object.keys(cut)).toEqual(untaken);
      expect([open ?? 0, last ?? 0].every((count) => count > 0)).toBe(true);
      tell(
        `SIGTERM amid ${before} quotes over 50 connections: ${last} answers after it, 0 cut, ended with ${code} after ${Math.round(ms)} ms`,
      );

      expect(
        readdirSync(house.dataDir)
          .filter((name) => name !== 'backups')
          .sort(),
      ).toEqual(['tidyline.db', 'tidyline.db.marker']);
      const { faults, quotes } = readBusiness(house.file);
      expect(faults).toEqual(NO_FAULTS);
      expect(acknowledged.filter((id) => !quotes.includes(id))).toEqual([]);
      // The current message was finished and marked, and none went out after it.
      expect([countSent(house.file), mail.received.length]).toEqual([sent, sent]);
      expect(sent).toBeGreaterThan(0);
    } finally {
      await mail.stop();
    }
  });

  test('lets a request finish whose body is still arriving', { timeout: WHOLE_TEST }, async () => {
    const server = await house.start();
    const body = JSON.stringify(QUOTE);
    const answered = new Promise<number | undefined>((done, fail) => {
      const call = request(`${server.origin}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      });
      call.on('response', (response) => done(response.resume().statusCode));
      call.on('error', fail);
      call.write(body.slice(0, 20));
      setTimeout(() => call.end(body.slice(20)), 1000);
    });
    await new Promise((done) => setTimeout(done, 300));
    const stopped = server.stop();
    expect(await answered).toBe(201);
    expect(await stopped).toMatchObject({ code: 0 });
    expect(readBusiness(house.file).quotes).toHaveLength(1);
  });

  test('treats a sender who disconnects amid a body as no error', { timeout: WHOLE_TEST }, async () => {
    const server = await house.start();
    await new Promise<void>((done) => {
      const call = request(`${server.origin}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': 500 },
      });
      call.on('error', () => done());
      call.write('{"name":');
      setTimeout(() => call.destroy(), 100);
    });
    await expect.poll(() => server.stdout).toContain('"status":400');
    expect((await server.stop()).code).toBe(0);
    expect(server.stdout).not.toContain('request.failed');
  });

  test('does not wait for an open staff screen', { timeout: WHOLE_TEST }, async () => {
    const server = await house.start();
    const login = await postJson(`${server.origin}/api/admin/login`, ADMIN);
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const stream = await fetch(`${server.origin}/trpc/live.changes`, { headers: { cookie, accept: 'text/event-stream' } });
    expect(stream.status).toBe(200);
    const ended = stream.text();
    const { code, ms } = await server.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5000);
    await ended;
  });

  test('does not wait more than ten seconds for a silent mail server', {
    timeout: WHOLE_TEST,
  }, async () => {
    const whole = { code: 0, isInTime: true, quotes: [1], faults: NO_FAULTS };
    expect(await (hasEnded ?? endWithSilentMail())).toEqual([whole, whole]);
  });
});
