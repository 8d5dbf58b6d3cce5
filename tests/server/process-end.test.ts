import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { SilentServer } from '../support/mail-server';
import { postJson } from '../support/post-json';
import { readQuotes, ServerHouse, sendQuotes } from '../support/server-process';
import { ADMIN, QUOTE } from '../support/shop';

const house = new ServerHouse();
const WHOLE_TEST = 60_000;

describe('the process is killed', () => {
  test(
    'amid two hundred quote requests, three times over: every one it acknowledged is there with its two messages, and none is there by half',
    async () => {
      const promised: number[] = [];
      for (const killAt of [1, 40, 120]) {
        const server = await house.start();
        const acknowledged = await sendQuotes(server.origin, {
          count: 200,
          atOnce: 8,
          onAcknowledged: (ids) => ids === killAt && server.child.kill('SIGKILL'),
        });
        expect(await server.ended).toMatchObject({ signal: 'SIGKILL' });
        expect(acknowledged.length).toBeGreaterThanOrEqual(killAt);
        expect(acknowledged.length).toBeLessThan(200);
        promised.push(...acknowledged);
      }
      const startedAt = performance.now();
      const server = await house.start();
      expect(performance.now() - startedAt).toBeLessThan(3000);
      expect((await server.stop()).code).toBe(0);
      const { ids, ...rest } = readQuotes(house.file);
      expect(rest).toEqual({ uneven: [], orphans: [], integrity: 'ok' });
      expect(new Set(promised).size).toBe(promised.length);
      expect(promised.filter((id) => !ids.includes(id))).toEqual([]);
    },
    WHOLE_TEST,
  );
});

describe('the process is asked to stop', () => {
  test('under load it ends with 0 within ten seconds, and what it acknowledged is stored', { timeout: WHOLE_TEST }, async () => {
    const server = await house.start();
    let stopped: ReturnType<typeof server.stop> | undefined;
    const acknowledged = await sendQuotes(server.origin, {
      count: 2000,
      atOnce: 50,
      onAcknowledged: (ids) => {
        if (ids === 60) stopped = server.stop();
      },
    });
    expect(await stopped).toMatchObject({ code: 0, signal: null });
    expect((await stopped)?.ms).toBeLessThan(10_000);
    expect(acknowledged.length).toBeLessThan(2000);
    expect(readdirSync(house.dataDir).sort()).toEqual(['tidyline.db', 'tidyline.db.marker']);
    const { ids, ...rest } = readQuotes(house.file);
    expect(rest).toEqual({ uneven: [], orphans: [], integrity: 'ok' });
    expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('a request whose body is still on its way is answered, and then it ends', { timeout: WHOLE_TEST }, async () => {
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
    expect(readQuotes(house.file).ids).toHaveLength(1);
  });

  test('a sender who goes away in the middle of a body is no fault of the server', { timeout: WHOLE_TEST }, async () => {
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

  test('an open staff screen does not hold it up', { timeout: WHOLE_TEST }, async () => {
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

  test('a mail server that never greets, or greets and then says nothing, does not hold it up past ten seconds', {
    timeout: WHOLE_TEST,
  }, async () => {
    const hasEnded = ['', '220 ready\r\n'].map(async (greeting, index) => {
      const silent = await SilentServer.start(greeting);
      const dataDir = `${house.dataDir}${index}`;
      try {
        const server = await house.start({ SMTP_URL: silent.url, DATA_DIR: dataDir });
        await postJson(`${server.origin}/api/contact`, QUOTE);
        await expect.poll(() => silent.sockets.size, { timeout: 5000 }).toBeGreaterThan(0);
        const { code, ms } = await server.stop();
        return { code, isInTime: ms < 10_000, ...readQuotes(`${dataDir}/tidyline.db`) };
      } finally {
        await silent.stop();
      }
    });
    const whole = { code: 0, isInTime: true, ids: [1], uneven: [], orphans: [], integrity: 'ok' };
    expect(await Promise.all(hasEnded)).toEqual([whole, whole]);
  });
});
