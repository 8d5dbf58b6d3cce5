import { describe, expect, test, vi } from 'vitest';
import { assertJsonType, decodeText, parseForm, parseJsonObject, parseMultipart, readBody } from '../../src/server/http/requests/body';
import type { DomainError } from '../../src/shared/errors';

// They open no shop, so `npm test` can remove the guards of this one file in seconds.
const rejection = (code: DomainError['code']): unknown => expect.objectContaining({ code });
const bytes = (text: string) => new TextEncoder().encode(text);
const sent = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://shop.test', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
const inParts = (...parts: string[]) =>
  new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(bytes(part));
      controller.close();
    },
  });

describe('a body', () => {
  test('is read whole up to the limit, with and without a declared length', async () => {
    expect(Buffer.from(await readBody(sent('123456', { 'content-length': '6' }), 6)).toString()).toBe('123456');
    expect(Buffer.from(await readBody(sent(inParts('123', '456')), 6)).toString()).toBe('123456');
  });

  // Reading chunks takes much longer.
  test('is read in one piece if its length is declared', async () => {
    const request = sent('123456', { 'content-length': '6' });
    const readWhole = vi.spyOn(request, 'arrayBuffer');
    await readBody(request, 6);
    expect(readWhole).toHaveBeenCalledOnce();
  });

  test('is rejected above the limit, with and without a declared length', async () => {
    await expect(readBody(sent('1234567', { 'content-length': '7' }), 6)).rejects.toEqual(rejection('TOO_LARGE'));
    await expect(readBody(sent(inParts('123', '4567')), 6)).rejects.toEqual(rejection('TOO_LARGE'));
  });

  test('that is cut off is the fault of its sender', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });
    await expect(readBody(sent(broken), 6)).rejects.toEqual(rejection('BAD_REQUEST'));
  });

  test.each([[bytes('\ufeff{}')], [new Uint8Array([0xff])]])('is rejected unless it is plain UTF-8: %j', (body) => {
    expect(() => decodeText(body)).toThrow(rejection('BAD_REQUEST') as Error);
  });

  test('is an empty object if it is empty', () => {
    expect(parseJsonObject(bytes(''))).toEqual({});
    expect(parseJsonObject(bytes('{"a":1}'))).toEqual({ a: 1 });
  });

  test.each(['null', '[]', '1', '{'])('is rejected unless it is an object of JSON: %s', (text) => {
    expect(() => parseJsonObject(bytes(text))).toThrow(rejection('BAD_REQUEST') as Error);
  });
});

describe('the type of a body', () => {
  test('may name UTF-8, and is rejected if it is another than the call expects', async () => {
    expect(() => assertJsonType('application/json; charset=utf-8')).not.toThrow();
    expect(() => assertJsonType('text/plain')).toThrow(rejection('WRONG_TYPE') as Error);
    expect(parseForm(bytes('a=1'), 'application/x-www-form-urlencoded')).toEqual({ a: '1' });
    expect(() => parseForm(bytes('a=1'), 'text/plain')).toThrow(rejection('WRONG_TYPE') as Error);
    await expect(parseMultipart(bytes(''), 'text/plain')).rejects.toEqual(rejection('WRONG_TYPE'));
    await expect(parseMultipart(bytes('a'), 'multipart/form-data; boundary=x')).rejects.toEqual(rejection('BAD_REQUEST'));
  });
});
