import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { tell, times } from '../support/length';
import { onThisMachine } from '../support/pace';
import { bomb } from '../support/picture-bomb';
import { postJson } from '../support/post-json';
import { ServerHouse } from '../support/server-process';
import { QUOTE } from '../support/shop';

const house = new ServerHouse();
const MB = 1024 * 1024;
const WHOLE_TEST = 90_000;
/** Memory that uploads may take beyond the idle server's. */
const MOST_MB = 200;

/** Returns the current or peak memory of a process in bytes; 0 when the kernel does not report it. */
function memoryOf(pid: number | undefined, what: 'VmRSS' | 'VmHWM'): number {
  const status = `/proc/${pid}/status`;
  return existsSync(status) ? Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(status, 'utf8'))?.[1] ?? 0) * 1024 : 0;
}

let server: Awaited<ReturnType<typeof house.start>>;
let token: string;
beforeEach(async () => {
  server = await house.start();
  token = await server.logIn();
});

/** Returns a form with a picture as a browser sends it. All sends share its memory. */
function formOf(image: Uint8Array) {
  const boundary = 'where-a-part-of-the-form-ends';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), image, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': body.length } };
}

/** Uploads a form. Returns the status and the wait in ms. */
function upload({ body, headers }: ReturnType<typeof formOf>, to = '/api/upload-image'): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  return new Promise((done, fail) => {
    const call = request(`${server.origin}${to}`, { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } });
    call.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => done({ status: answer.statusCode ?? 0, ms: performance.now() - startedAt }));
    });
    call.on('error', fail);
    call.end(body);
  });
}
const kept = () => {
  const folder = path.join(house.dataDir, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

describe('uploads that would fill the memory', () => {
  test('a picture of 256 megapixels in a few kilobytes is rejected by its header, also a hundred at a time', {
    timeout: WHOLE_TEST,
  }, async () => {
    const image = formOf(bomb());
    expect(image.body.length).toBeLessThan(100_000);
    await upload(image);
    const before = memoryOf(server.child.pid, 'VmRSS');
    const alone: number[] = [];
    for (let number = 0; number < times(10, 100); number++) {
      const { status, ms } = await upload(image, number % 2 ? '/api/remove-background' : '/api/upload-image');
      expect(status).toBe(400);
      alone.push(ms);
    }
    // The worst of them in a run of its own, the median beside other tests.
    expect(times(median(alone), Math.max(...alone))).toBeLessThan(onThisMachine(50));
    const together = await Promise.all(Array.from({ length: 100 }, () => upload(image)));
    expect(together.filter(({ status }) => status !== 400 && status !== 429)).toEqual([]);
    const grown = (memoryOf(server.child.pid, 'VmHWM') - before) / MB;
    expect(grown).toBeLessThan(MOST_MB);
    expect(kept()).toEqual([]);
    tell(
      `image bombs: ${alone.length} one by one refused in ${Math.round(median(alone))} ms (median; the slowest ${Math.round(Math.max(...alone))}), 100 at once, memory +${Math.round(grown)} MB`,
    );
  });

  test('of a hundred large pictures, as many as fit are accepted, others are rejected, and visitors wait for none', {
    timeout: WHOLE_TEST,
  }, async () => {
    const large = await sharp({ create: { width: 5600, height: 4200, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const padded = formOf(Buffer.concat([large, Buffer.alloc(4 * MB - large.length)]));
    // Warm up: the memory of quotes and of a single picture does not count.
    expect((await upload(padded)).status).toBe(200);
    for (let number = 0; number < 100; number++) await postJson(`${server.origin}/api/contact`, QUOTE);
    const before = memoryOf(server.child.pid, 'VmRSS');
    // An upload that is cut off while it arrives was rejected, even if its sender missed the answer.
    const statusOf = async () => (await upload(padded).catch(() => undefined))?.status ?? 429;
    const uploads = Promise.all(Array.from({ length: 100 }, statusOf));
    const waits: number[] = [];
    let isOver = false;
    const visitor = async () => {
      while (!isOver) {
        const startedAt = performance.now();
        expect((await postJson(`${server.origin}/api/contact`, QUOTE)).status).toBe(201);
        waits.push(performance.now() - startedAt);
      }
    };
    const visits = visitor();
    const answers = await uploads;
    isOver = true;
    await visits;
    const count = (status: number) => answers.filter((answer) => answer === status).length;
    expect(count(200) + count(429)).toBe(100);
    expect(count(200)).toBeGreaterThan(0);
    expect(kept()).toHaveLength(1 + count(200));
    const grown = (memoryOf(server.child.pid, 'VmHWM') - before) / MB;
    expect(grown).toBeLessThan(MOST_MB);
    tell(
      `100 uploads of 4 MB and 23 million pixels at once: ${count(200)} taken, ${count(429)} told to come back, memory +${Math.round(grown)} MB at most; a quote meanwhile ${Math.round(median(waits))} ms (median)`,
    );
  });
});
