import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { REST_ROWS } from '../../src/server/http/rest/table';
import { appOf, bodyOf, openOffice, PUBLIC_CALLS, type Shop } from '../support/http';
import { insertRow } from '../support/rows';
import { ADMIN, openShop, QUOTE } from '../support/shop';
import { ORDER } from '../support/storefront';

type Operation = {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown>; required?: string[] } }> };
  responses: Record<string, { content?: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }> }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, { type: string; scheme?: string; in?: string; name?: string }> };
};

let document: Document;
beforeAll(async () => {
  document = await bodyOf<Document>(await openShop().request('GET', '/api/openapi.json'), 200);
});
const operationOf = (method: string, path: string): Operation => {
  const found = document.paths[`/api${path}`]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not in the document.`);
  return found;
};

describe('GET /api/openapi.json', () => {
  test('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  });

  test('describes every REST row under a unique id', () => {
    for (const [method, path] of REST_ROWS) expect(operationOf(method, path)).toBeDefined();
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('describes the public health calls', () => {
    for (const path of ['/health', '/ready']) {
      const { responses, security } = operationOf('GET', path);
      expect([Object.keys(responses), security]).toEqual([['200', '503'], undefined]);
    }
  });

  test('requires a session exactly for the calls that do', () => {
    for (const [method, path] of REST_ROWS) {
      const { security = [], responses } = operationOf(method, path);
      const isPublic = PUBLIC_CALLS.includes(`${method} ${path}`);
      expect([method, path, security.length > 0]).toEqual([method, path, !isPublic]);
      if (!isPublic) expect(responses).toHaveProperty('401');
      for (const name of security.flatMap(Object.keys)) expect(document.components.securitySchemes).toHaveProperty(name);
    }
  });

  test('describes the call of the SMS gateway under its own key', () => {
    const { security, requestBody } = operationOf('POST', '/sms/inbound');
    expect(security).toEqual([{ smsGateway: [] }]);
    expect(document.components.securitySchemes.smsGateway).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(requestBody?.content['application/json']?.schema.required).toEqual(['from', 'text']);
  });

  test('describes the calls that bring money in, each under the proof that it asks for', () => {
    const describedAs = (path: string) => {
      const { security, requestBody, responses } = operationOf('POST', path);
      return { security, types: Object.keys(requestBody?.content ?? {}), statuses: Object.keys(responses) };
    };
    const { securitySchemes } = document.components;
    expect(describedAs('/payments/interac')).toEqual({
      security: [{ mailServer: [] }],
      types: ['message/rfc822'],
      statuses: ['200', '401', '404', '413', '415'],
    });
    expect(securitySchemes.mailServer).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-Signature' });
    expect(describedAs('/payments/stripe')).toEqual({
      security: [{ stripe: [] }],
      types: ['application/json'],
      statuses: ['200', '400', '413'],
    });
    expect(securitySchemes.stripe).toMatchObject({ type: 'apiKey', in: 'header', name: 'Stripe-Signature' });
    const files = describedAs('/payments/files');
    expect([files.security, files.types]).toEqual([operationOf('GET', '/clients').security, ['multipart/form-data']]);
    const card = operationOf('POST', '/pay/{token}');
    expect([card.security, card.requestBody?.content['application/json']?.schema.required]).toEqual([undefined, undefined]);
  });

  test("describes the bearer header and the login's cookie", async () => {
    const schemes = Object.values(document.components.securitySchemes);
    const { cookie } = await openOffice();
    expect(schemes).toContainEqual({ type: 'http', scheme: 'bearer' });
    expect(schemes).toContainEqual({ type: 'apiKey', in: 'cookie', name: cookie.split('=')[0] });
  });

  test('names the host-bound cookie over https', async () => {
    const nameAt = async (origin: string) =>
      (await bodyOf<Document>(await appOf(openShop(), { origin }).request(`${origin}/api/openapi.json`), 200)).components.securitySchemes
        .cookie?.name;
    expect(await nameAt('http://shop.test')).toBe('tidyline-admin');
    expect(await nameAt('https://shop.test')).toBe('__Host-tidyline-admin');
    expect(await nameAt('http://shop.test')).toBe('tidyline-admin');
  });

  test('describes path parameters and the parameters of lists', () => {
    for (const [method, path] of REST_ROWS) {
      const names = (operationOf(method, path).parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(names.map((parameter) => parameter.name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(names.filter((parameter) => !parameter.required)).toEqual([]);
    }
    for (const path of ['/contact', '/clients', '/work-orders']) {
      const query = (operationOf('GET', path).parameters ?? []).filter((parameter) => parameter.in === 'query');
      expect(query.map((parameter) => parameter.name)).toEqual(expect.arrayContaining(['limit', 'cursor']));
      expect(query.filter((parameter) => parameter.required)).toEqual([]);
    }
  });

  test('describes request headers apart from the body', () => {
    const { parameters = [], requestBody } = operationOf('POST', '/orders');
    expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([['Idempotency-Key', 'header', false]]);
    expect(requestBody?.content['application/json']?.schema.properties).not.toHaveProperty('idempotencyKey');
  });

  test.each([
    ['POST', '/contact', ['name', 'email', 'serviceType'], ['phone', 'address', 'message']],
    [
      'POST',
      '/orders',
      ['customerName', 'customerEmail', 'customerPhone', 'shippingAddress', 'paymentMethod', 'items'],
      ['subtotal', 'taxAmount', 'totalAmount', 'orderNotes'],
    ],
    ['POST', '/admin/login', ['username', 'password'], []],
    ['PATCH', '/contact/{id}/status', ['status'], []],
    ['POST', '/clients', ['name', 'address'], ['email', 'phone', 'latitude', 'longitude', 'notes']],
    [
      'POST',
      '/work-orders',
      ['clientId', 'serviceType', 'scheduledDate'],
      ['description', 'workOrderId', 'status', 'priority', 'estimatedDuration', 'totalAmount', 'notes'],
    ],
    ['POST', '/job-components', ['workOrderId', 'component'], ['description', 'estimatedTime']],
    ['PATCH', '/work-orders/{id}/status', ['status'], ['reason']],
    ['PATCH', '/job-components/{id}', ['isCompleted'], ['completedAt']],
  ])('%s %s: describes the body with %j', (method, path, needed, optional) => {
    const { properties, required = [] } = operationOf(method, path).requestBody?.content['application/json']?.schema ?? { properties: {} };
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...needed, ...optional]));
    expect([...required].sort()).toEqual([...needed].sort());
    expect(properties).not.toHaveProperty('id');
  });
});

describe('every success matches the document', () => {
  let shop: Shop;
  let token: string;
  beforeAll(async () => {
    ({ shop, token } = await openOffice());
    insertRow(shop.db, 'products');
  });

  // In this order each call finds what the calls before it created.
  test.each([
    ['POST', '/contact', '/contact', QUOTE, 201],
    ['GET', '/contact', '/contact?limit=1', undefined, 200],
    ['PATCH', '/contact/{id}/status', '/contact/1/status', { status: 'confirmed' }, 200],
    ['POST', '/clients', '/clients', { ...QUOTE, latitude: 50.6, longitude: -120.3 }, 201],
    ['GET', '/clients', '/clients', undefined, 200],
    [
      'POST',
      '/work-orders',
      '/work-orders',
      { clientId: 1, serviceType: 'x', scheduledDate: '2026-11-21T18:00:00Z', totalAmount: '149' },
      201,
    ],
    ['POST', '/job-components', '/job-components', { workOrderId: 1, component: 'Windows' }, 201],
    ['PATCH', '/job-components/{id}', '/job-components/1', { isCompleted: true }, 200],
    ['GET', '/work-orders', '/work-orders', undefined, 200],
    ['PATCH', '/work-orders/{id}/status', '/work-orders/1/status', { status: 'in-progress' }, 200],
    ['GET', '/products', '/products', undefined, 200],
    ['POST', '/orders', '/orders', ORDER, 201],
    ['DELETE', '/contact/all', '/contact/all', undefined, 200],
    ['POST', '/admin/login', '/admin/login', ADMIN, 200],
    ['POST', '/admin/logout', '/admin/logout', undefined, 204],
  ])('%s %s', async (method, path, call, body, status) => {
    const response = await shop.request(method, `/api${call}`, { body, token });
    expect(response.status).toBe(status);
    const documented = operationOf(method, path).responses;
    expect(Object.keys(documented).filter((code) => code.startsWith('2'))).toEqual([String(status)]);
    if (status === 204) return expect(await response.text()).toBe('');
    const schema = documented[status]?.content?.['application/json']?.schema;
    if (!schema) throw new Error(`${method} ${path} has no shape for ${status}.`);
    const parsed = z.fromJSONSchema(schema).safeParse(await response.json());
    expect(parsed.error?.issues ?? []).toEqual([]);
  });
});
