import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { workOrderPhotos } from '../../db/schema';
import { UPLOAD_LIMIT } from '../../src/server/http/requests/body';
import { openField, openMemberSession, takeJob } from '../support/field';
import { bodyOf, refusalOf } from '../support/http';
import { insertRow } from '../support/rows';

/** Work order 1 is Dee's; `dee`, `kim` and `office` call as these. */
async function openPhones() {
  const shop = await openField();
  await takeJob(shop, 'assigned');
  const { token } = await shop.logIn();
  const [dee, kim] = [1, 2].map((id) => openMemberSession(shop, id));
  const as = (headers: Record<string, string>) => (method: string, path: string, body?: unknown) =>
    shop.request(method, path, { headers, ...(body !== undefined && { body }) });
  return {
    shop,
    deeCookie: dee ?? '',
    dee: as({ cookie: dee ?? '' }),
    kim: as({ cookie: kim ?? '' }),
    office: as({ authorization: `Bearer ${token}` }),
  };
}
const YES = { accepted: true, teamMemberId: 1, responseTime: '2026-11-20T20:00:00Z' };

describe('the documented calls of a member', () => {
  test('accept, travel and complete steps each return the order', async () => {
    const { dee, office } = await openPhones();
    expect(await bodyOf(await dee('PATCH', '/api/work-orders/1/dispatch', YES), 200)).toMatchObject({ id: 1, status: 'assigned' });
    for (const status of ['enroute', 'onsite', 'complete'])
      expect(
        await bodyOf(
          await dee('PATCH', '/api/work-orders/1/team-status', {
            status,
            remarks: 'ok',
            confirm: true,
            teamMemberId: 1,
            timestamp: '2026-11-20T20:00:00Z',
          }),
          200,
        ),
      ).toMatchObject({ status });
    const [order] = await bodyOf<Record<string, unknown>[]>(await office('GET', '/api/work-orders'), 200);
    expect(order).toMatchObject({ status: 'complete', assignedTeamMember: 'Dee Marsh' });
  });
  test('declining returns the order to dispatch and keeps the declined assignment', async () => {
    const { dee, office } = await openPhones();
    await bodyOf(await dee('PATCH', '/api/work-orders/1/dispatch', { ...YES, accepted: false }), 200);
    const [assignment] = await bodyOf<Record<string, unknown>[]>(await office('GET', '/api/work-order-assignments'), 200);
    expect(assignment).toMatchObject({
      status: 'declined',
      workOrder: { status: 'scheduled', assignedTeamMember: null, client: { name: 'Maria Santos' } },
    });
  });
  test('the list is an array with client and components and without prices', async () => {
    const { dee, office } = await openPhones();
    for (const call of [dee, office]) {
      const rows = await bodyOf<Record<string, unknown>[]>(await call('GET', '/api/work-orders/assigned/1'), 200);
      expect(rows).toMatchObject([
        {
          id: 1,
          client: { name: 'Maria Santos', address: '12 Seymour St, Kamloops', phone: '(250) 555-0133', email: 'maria@example.com' },
          jobComponents: [{ component: 'Kitchen', isCompleted: false }],
        },
      ]);
      expect(rows[0]).not.toHaveProperty('totalAmount');
    }
  });
  test.each([
    ['an unknown status', { status: 'gone', teamMemberId: 1 }, 400],
    ['no status', { teamMemberId: 1 }, 400],
    ['no member', { status: 'enroute' }, 400],
    ['another member', { status: 'enroute', teamMemberId: 2 }, 403],
    ['a status out of turn', { status: 'onsite', teamMemberId: 1 }, 409],
    ['a time that is none', { status: 'enroute', teamMemberId: 1, timestamp: 'soon' }, 400],
  ])('%s is rejected', async (_what, body, status) => {
    const { dee } = await openPhones();
    await refusalOf(await dee('PATCH', '/api/work-orders/1/team-status', body), status);
  });
  test('assignment calls of the office work once, for existing members', async () => {
    const { office, shop } = await openPhones();
    await refusalOf(await office('POST', '/api/work-order-assignments', { workOrderId: 1, teamMemberId: 2 }), 409);
    await refusalOf(await office('POST', '/api/work-order-assignments', { workOrderId: 1 }), 400);
    await shop.admin.dispatch.release({ id: 1 });
    expect(await bodyOf(await office('POST', '/api/work-order-assignments', { workOrderId: 1, teamMemberId: 2 }), 201)).toMatchObject({
      warnings: [],
      status: 'assigned',
    });
    await refusalOf(await office('POST', '/api/work-order-assignments', { workOrderId: 99, teamMemberId: 2 }), 404);
    await refusalOf(await office('PATCH', '/api/work-order-assignments/2/dispatch', { estimatedArrival: 'soon' }), 400);
    await refusalOf(await office('PATCH', '/api/work-order-assignments/x/status', { status: 'accepted' }), 400);
    await refusalOf(await office('PATCH', '/api/work-order-assignments/77/status', { status: 'accepted' }), 404);
  });
});

describe('photos', () => {
  const picture = (width = 40, height = 30, format: 'jpeg' | 'png' | 'gif' = 'png') =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .toFormat(format)
      .toBuffer();
  async function openWithCamera() {
    const opened = await openPhones();
    const send = async (image: Uint8Array, fields: Record<string, string> = {}, cookie = opened.deeCookie) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ kind: 'before', ...fields })) form.set(name, value);
      form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), '../../evil.png');
      return opened.shop.app.request('http://shop.test/api/work-orders/1/photos', { method: 'POST', headers: { cookie }, body: form });
    };
    return { ...opened, send };
  }
  type Photo = { id: number; url: string; width: number; height: number; kind: string };

  test('are stored smaller, upright and as JPEG, for their member and the office only', async () => {
    const { send, dee, kim, office, shop } = await openWithCamera();
    const photo = await bodyOf<Photo>(await send(await picture(3000, 1500)), 201);
    expect(photo).toMatchObject({ kind: 'before', width: 1600, height: 800, url: '/api/work-orders/1/photos/1' });
    for (const call of [dee, office]) {
      const answer = await call('GET', photo.url);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(1600);
    }
    await refusalOf(await kim('GET', photo.url), 403);
    await refusalOf(await shop.request('GET', photo.url), 401);
    await refusalOf(await office('GET', '/api/work-orders/2/photos/1'), 404);
    const { photos } = await shop.admin.dispatch.history({ id: 1 });
    expect(photos).toEqual([expect.objectContaining({ url: photo.url })]);
  });
  test('are read through the address of their own job only', async () => {
    const { send, dee, shop } = await openWithCamera();
    insertRow(shop.db, 'work_orders', { work_order_id: 'WO-2', inquiry_id: null, assigned_team_member_id: 2 });
    await send(await picture());
    shop.db.update(workOrderPhotos).set({ workOrderId: 2 }).run();
    await refusalOf(await dee('GET', '/api/work-orders/1/photos/1'), 404);
  });
  test('are stored once when they are sent twice', async () => {
    const { send, shop } = await openWithCamera();
    const fields = { actionId: randomUUID() };
    // Two are processed at a time; a third at once might be rejected.
    const sent = await Promise.all([send(await picture(), fields), send(await picture(), fields)]);
    sent.push(await send(await picture(), fields));
    const answers = await Promise.all(sent.map((response) => bodyOf<Photo>(response, 201)));
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([1]));
    const rows = shop.rows(workOrderPhotos);
    expect(rows).toHaveLength(1);
    const files = readdirSync(shop.uploadFolder);
    expect(files.filter((name) => name === rows[0]?.fileName)).toHaveLength(1);
  });
  test('are accepted while there is room when many come at once', async () => {
    const { send } = await openWithCamera();
    const image = await picture(3000, 2000);
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(image)));
    const [taken, later] = [201, 429].map((status) => answers.filter((answer) => answer.status === status));
    // Two are processed at a time; one more fits if the first is done before the last arrives.
    expect(taken?.length).toBeGreaterThanOrEqual(2);
    expect(later?.length).toBeGreaterThan(20);
    expect((taken?.length ?? 0) + (later?.length ?? 0)).toBe(30);
    for (const answer of later ?? []) expect(answer.headers.get('retry-after')).toBe('5');
    expect((await send(image)).status).toBe(201);
  });
  test('are at most ten per job', async () => {
    const { send } = await openWithCamera();
    for (let i = 0; i < 10; i++) expect((await send(await picture(8, 8))).status).toBe(201);
    await refusalOf(await send(await picture(8, 8)), 409);
  });
  test.each([
    ['text', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {}, 400],
    ['a GIF', () => picture(8, 8, 'gif'), {}, 400],
    ['a picture of another kind', () => picture(), { kind: 'during' }, 400],
    ['a picture too heavy', async () => Buffer.alloc(UPLOAD_LIMIT + 1), {}, 413],
    ['a picture of more pixels than anybody needs', () => picture(6000, 5000), {}, 400],
  ] as const)('%s is rejected and nothing of it is stored', async (_what, make, fields, status) => {
    const { send, shop } = await openWithCamera();
    await refusalOf(await send(await make(), fields), status);
    expect(shop.rows(workOrderPhotos)).toEqual([]);
  });
  test("are rejected for another member's job, for visitors, other sites and JSON", async () => {
    const { send, shop, deeCookie } = await openWithCamera();
    await refusalOf(await send(await picture(), {}, openMemberSession(shop, 2)), 403);
    await refusalOf(await send(await picture(), {}, ''), 401);
    const headers = { cookie: deeCookie };
    await refusalOf(await shop.request('POST', '/api/work-orders/1/photos', { headers, body: {} }), 415);
    await refusalOf(
      await shop.request('POST', '/api/work-orders/1/photos', { headers: { ...headers, origin: 'http://evil.test' }, body: {} }),
      403,
    );
    await refusalOf(await shop.request('DELETE', '/api/work-orders/1/photos', { headers }), 405);
  });
});
