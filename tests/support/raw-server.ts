import { createServer, type IncomingHttpHeaders, type RequestListener, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { createApp } from '../../src/server/http/app';
import type { AppDeps } from '../../src/server/http/app-env';

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

function decode(body: Buffer, coding: string | undefined): string {
  return (coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body).toString();
}

/**
 * Serves an app on a port of its own behind what stands before the framework. `passed` counts the requests that reached the framework;
 * `ask` sends one and decodes the body of its answer.
 */
export async function listenBehind(deps: AppDeps, before: (deps: AppDeps, next: RequestListener) => RequestListener) {
  const framework = getRequestListener(createApp(deps).fetch);
  const count = { passed: 0 };
  const server = createServer(
    before(deps, (request, response) => {
      count.passed += 1;
      return framework(request, response);
    }),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((done, fail) => {
      const sent = send({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response;
          done({ status, headers: received, text: decode(Buffer.concat(parts), received['content-encoding']) });
        });
      });
      sent.on('error', fail).end();
    });
  return { ask, count, origin: `http://127.0.0.1:${port}` };
}

/** Returns the headers of an answer without those that differ from answer to answer. */
export const withoutOwn = ({ 'x-request-id': _id, date: _date, ...headers }: IncomingHttpHeaders) => headers;
