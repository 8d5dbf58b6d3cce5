import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { activity, clientLinks, outbox, sessions } from '../../db/schema';
import { dropExpiredLinks } from '../../src/server/portal/sign-in';
import { requestSignIn, signInWith } from '../support/portal';
import { openShop, type Shop } from '../support/shop';

const MARIA = { name: 'Maria Santos', email: 'maria@example.com', phone: '(250) 555-0133', address: '12 Seymour St, Kamloops' };
async function openWithClient() {
  const shop = openShop();
  await shop.admin.clients.create(MARIA);
  return shop;
}
const linkMails = (shop: Shop) => shop.rows(outbox).filter(({ purpose }) => purpose === 'client-link');
const signIn = async (shop: Shop) => (await signInWith(shop, await requestSignIn(shop, MARIA.email))).cookie;
const post = (shop: Shop, name: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.request('POST', `/trpc/portal.${name}`, { body, headers });

describe('asking for a link', () => {
  test('is 202 with the same answer for a known and an unknown address, and mails the known one alone', async () => {
    const shop = await openWithClient();
    for (const email of ['maria@example.com', 'nobody@example.com']) {
      const answer = await post(shop, 'requestLink', { email, website: '', filledInMs: 5000 });
      expect([answer.status, await answer.json()]).toEqual([202, { result: { data: { ok: true } } }]);
    }
    await expect.poll(() => linkMails(shop).length).toBe(1);
    const [mail] = linkMails(shop);
    expect(mail?.to).toBe('maria@example.com');
    expect(mail?.body).toMatch(/works once and for 15 minutes/);
    expect(mail?.body).toMatch(/http:\/\/shop\.test\/my\/open\/[\w-]{43}\n/);
  });
  test('is answered before anything is done for a known address, so that the time of the answer tells nothing', async () => {
    const shop = await openWithClient();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      expect((await post(shop, 'requestLink', { email: MARIA.email })).status).toBe(202);
      expect(shop.rows(clientLinks)).toEqual([]);
      vi.advanceTimersByTime(50);
      expect(shop.rows(clientLinks)).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
  test('rejects only a malformed address', async () => {
    const shop = openShop();
    for (const email of ['maria', '', null, 5, undefined]) expect((await post(shop, 'requestLink', { email })).status).toBe(400);
    const odd = { website: null, filledInMs: '5000' };
    for (const field of ['website', 'filledInMs'] as const)
      expect((await post(shop, 'requestLink', { email: MARIA.email, [field]: odd[field] })).status).toBe(202);
  });
  test('stores a hash of the token alone', async () => {
    const shop = await openWithClient();
    const token = await requestSignIn(shop, 'maria@example.com');
    const [link] = shop.rows(clientLinks);
    expect(JSON.stringify(link)).not.toContain(token);
    expect(link?.tokenHash).toHaveLength(43);
  });
  test('mails at most five links an hour to a client', async () => {
    const shop = await openWithClient();
    for (let count = 0; count < 8; count++) expect((await post(shop, 'requestLink', { email: 'MARIA@example.com ' })).status).toBe(202);
    await new Promise((done) => setTimeout(done, 120));
    expect(linkMails(shop)).toHaveLength(5);
    shop.clock.advance(61);
    await requestSignIn(shop, 'maria@example.com');
    expect(linkMails(shop)).toHaveLength(6);
  });
  test('mails nothing for more than 20 requests of one visitor, for a program and for a form sent at once', async () => {
    const shop = openShop({ isLimited: true });
    await shop.admin.clients.create(MARIA);
    expect((await post(shop, 'requestLink', { email: MARIA.email, website: 'x' })).status).toBe(202);
    expect((await post(shop, 'requestLink', { email: MARIA.email, filledInMs: 1 })).status).toBe(202);
    for (let count = 0; count < 18; count++)
      expect((await post(shop, 'requestLink', { email: `nobody${count}@example.com` })).status).toBe(202);
    expect((await post(shop, 'requestLink', { email: MARIA.email })).status).toBe(202);
    await new Promise((done) => setTimeout(done, 120));
    expect(linkMails(shop)).toHaveLength(0);
  });
  test('sends the link to the stored address, so that a variant of it opens nothing', async () => {
    const shop = openShop();
    await shop.admin.clients.create({ ...MARIA, email: 'maria.santos@gmail.com' });
    await requestSignIn(shop, 'mariasantos+x@gmail.com');
    expect(linkMails(shop).map(({ to }) => to)).toEqual(['maria.santos@gmail.com']);
  });
  test('shows the office the message without its link', async () => {
    const shop = await openWithClient();
    const token = await requestSignIn(shop, 'maria@example.com');
    const id = linkMails(shop)[0]?.id ?? 0;
    const shown = [await shop.admin.mail.get({ id }), await shop.admin.mail.list({ view: 'all' })];
    const { token: session } = await shop.logIn();
    const file = await shop.request('GET', `/documents/message/${id}.eml`, { token: session });
    for (const text of [JSON.stringify(shown), await file.text()]) {
      expect(text).not.toContain(token);
      expect(text).toContain('The link is removed');
    }
  });
  test('removes an expired link from the stored message', async () => {
    const shop = await openWithClient();
    const token = await requestSignIn(shop, 'maria@example.com');
    shop.clock.advance(14);
    dropExpiredLinks(shop.ctx);
    expect(linkMails(shop)[0]?.body).toContain(token);
    shop.clock.advance(1);
    dropExpiredLinks(shop.ctx);
    expect(linkMails(shop)[0]?.body).not.toContain(token);
    shop.clock.advance(1441);
    dropExpiredLinks(shop.ctx);
    expect(shop.rows(clientLinks)).toEqual([]);
  });
});

describe('opening a link', () => {
  test('opens a session of 90 days, once', async () => {
    const shop = await openWithClient();
    const token = await requestSignIn(shop, 'maria@example.com');
    const answers = await Promise.all([1, 2, 3].map(() => post(shop, 'openLink', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const opened = answers.find(({ status }) => status === 200);
    expect(await opened?.json()).toEqual({ result: { data: { clients: [{ id: 1, name: 'Maria Santos' }] } } });
    expect(opened?.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^tidyline-client=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(shop.rows(sessions).filter(({ kind }) => kind === 'client')).toHaveLength(1);
  });
  test('rejects an unknown, a shortened and an expired link', async () => {
    const shop = await openWithClient();
    const token = await requestSignIn(shop, 'maria@example.com');
    expect((await post(shop, 'openLink', { token: 'x'.repeat(43) })).status).toBe(404);
    expect((await post(shop, 'openLink', { token: token.slice(1) })).status).toBe(404);
    shop.clock.advance(15);
    expect((await post(shop, 'openLink', { token })).status).toBe(409);
    expect(shop.rows(sessions)).toEqual([]);
  });
  test('rejects a call of another site', async () => {
    const shop = await openWithClient();
    const token = await requestSignIn(shop, 'maria@example.com');
    const headers = { origin: 'https://evil.example' };
    expect((await post(shop, 'openLink', { token }, headers)).status).toBe(403);
    expect((await post(shop, 'requestLink', { email: MARIA.email }, headers)).status).toBe(403);
  });
  test('asks which of several clients, and until then allows nothing else', async () => {
    const shop = await openWithClient();
    await shop.admin.clients.create({ ...MARIA, name: 'Clinic Santos', phone: '(250) 555-0199' });
    await shop.admin.clients.create({ ...MARIA, name: 'Somebody', email: 'other@example.com', phone: '(250) 555-0111' });
    const { cookie, clients } = await signInWith(shop, await requestSignIn(shop, 'maria@example.com'));
    expect(clients.map(({ name }) => name)).toEqual(['Maria Santos', 'Clinic Santos']);
    expect((await post(shop, 'signOutEverywhere', {}, { cookie })).status).toBe(401);
    expect((await post(shop, 'choose', { clientId: 3 }, { cookie })).status).toBe(404);
    expect((await post(shop, 'choose', { clientId: 2 })).status).toBe(401);
    const choices = async (sent: string) => (await shop.request('GET', '/trpc/portal.choices', { headers: { cookie: sent } })).json();
    expect(await choices(cookie)).toEqual({ result: { data: { clients } } });
    for (let count = 0; count < 2; count++) expect((await post(shop, 'choose', { clientId: 2 }, { cookie })).status).toBe(200);
    for (const sent of [cookie, '']) expect(await choices(sent)).toEqual({ result: { data: { clients: [] } } });
    expect((await post(shop, 'choose', { clientId: 1 }, { cookie })).status).toBe(404);
    const ended = await post(shop, 'signOutEverywhere', {}, { cookie });
    expect(await ended.json()).toEqual({ result: { data: { ended: 1 } } });
    expect(shop.rows(sessions)[0]?.subjectId).toBe(2);
  });
  test('leaves 15 minutes to choose, and the choice 90 days', async () => {
    const shop = await openWithClient();
    await shop.admin.clients.create({ ...MARIA, name: 'Clinic Santos', phone: '(250) 555-0199' });
    const [late, first] = [await signIn(shop), await signIn(shop)];
    shop.clock.advance(14);
    expect((await post(shop, 'choose', { clientId: 2 }, { cookie: first })).status).toBe(200);
    shop.clock.advance(1);
    expect((await post(shop, 'choose', { clientId: 2 }, { cookie: late })).status).toBe(401);
    shop.clock.advance(89 * 1440);
    expect((await post(shop, 'signOutEverywhere', {}, { cookie: first })).status).toBe(200);
  });
  test('opens the page of the client that a merged one became part of', async () => {
    const shop = await openWithClient();
    await shop.admin.clients.create({ ...MARIA, name: 'Maria S.', email: 'work@example.com', phone: '(250) 555-0199' });
    const early = await signInWith(shop, await requestSignIn(shop, 'maria@example.com'));
    await shop.admin.clients.merge({ id: 1, intoId: 2 });
    expect(shop.rows(sessions)[0]?.subjectId).toBe(2);
    const { clients } = await signInWith(shop, await requestSignIn(shop, 'maria@example.com'));
    expect(clients).toEqual([{ id: 2, name: 'Maria S.' }]);
    const ended = await post(shop, 'signOutEverywhere', {}, { cookie: early.cookie });
    expect(await ended.json()).toEqual({ result: { data: { ended: 2 } } });
  });
});

describe('ending sessions', () => {
  test('the office ends all sessions of a client', async () => {
    const shop = await openWithClient();
    const { cookie } = await signInWith(shop, await requestSignIn(shop, 'maria@example.com'));
    expect(await shop.admin.clients.endPortalSessions({ id: 1 })).toEqual({ ended: 1 });
    expect(await shop.admin.clients.endPortalSessions({ id: 1 })).toEqual({ ended: 0 });
    await expect(shop.admin.clients.endPortalSessions({ id: 99 })).rejects.toThrow('does not exist');
    expect((await post(shop, 'signOutEverywhere', {}, { cookie })).status).toBe(401);
  });
  test('voids the open links and the sessions without a choice of all mailboxes of the client', async () => {
    const shop = await openWithClient();
    await shop.admin.clients.create({ ...MARIA, name: 'Clinic Santos', phone: '(250) 555-0199' });
    await shop.admin.clients.create({ ...MARIA, name: 'Maria S.', email: 'work@example.com', phone: '(250) 555-0198' });
    await shop.admin.clients.merge({ id: 3, intoId: 1 });
    const tokens = [await requestSignIn(shop, 'maria@example.com'), await requestSignIn(shop, 'work@example.com')];
    const cookie = await signIn(shop);
    expect(await shop.admin.clients.endPortalSessions({ id: 1 })).toEqual({ ended: 0 });
    for (const token of tokens) expect((await post(shop, 'openLink', { token })).status).toBe(409);
    expect((await post(shop, 'choose', { clientId: 1 }, { cookie })).status).toBe(401);
    expect((await post(shop, 'openLink', { token: await requestSignIn(shop, 'maria@example.com') })).status).toBe(200);
  });
  test.each([null, 'other@example.com'])(
    'a change of the e-mail address to %s by the office ends sessions and voids links',
    async (email) => {
      const shop = await openWithClient();
      const cookie = await signIn(shop);
      const token = await requestSignIn(shop, 'maria@example.com');
      const change = { ...MARIA, id: 1, isActive: true };
      await shop.admin.clients.update({ ...change, name: 'Maria S.' });
      expect((await post(shop, 'setConsents', { offers: false, sms: false }, { cookie })).status).toBe(200);
      await shop.admin.clients.update({ ...change, email });
      expect((await post(shop, 'setConsents', { offers: false, sms: false }, { cookie })).status).toBe(401);
      await shop.admin.clients.update(change);
      expect((await post(shop, 'openLink', { token })).status).toBe(409);
    },
  );
  test('a change of the e-mail address by the client leaves the session open', async () => {
    const shop = await openWithClient();
    const cookie = await signIn(shop);
    expect((await post(shop, 'setContact', { ...MARIA, email: 'other@example.com' }, { cookie })).status).toBe(200);
    expect((await post(shop, 'signOutEverywhere', {}, { cookie })).status).toBe(200);
  });
  test('signing out is recorded for the client and ends no session of another kind', async () => {
    const shop = await openWithClient();
    const cookie = await signIn(shop);
    await post(shop, 'signOut', {}, { cookie });
    expect(shop.rows(activity).at(-1)).toMatchObject({ verb: 'session.closed', entityType: 'client', entityId: '1', actorId: 1 });
    const { token } = await shop.logIn();
    const answer = await post(shop, 'signOut', {}, { cookie: `tidyline-client=${token}` });
    expect(await answer.json()).toEqual({ result: { data: { ended: 0 } } });
  });
  test('signing out ends the session of this browser alone', async () => {
    const shop = await openWithClient();
    const first = await signInWith(shop, await requestSignIn(shop, 'maria@example.com'));
    await signInWith(shop, await requestSignIn(shop, 'maria@example.com'));
    const answer = await post(shop, 'signOut', {}, { cookie: first.cookie });
    expect(await answer.json()).toEqual({ result: { data: { ended: 1 } } });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^tidyline-client=; Max-Age=0/);
    const open = shop.db.select().from(sessions).where(eq(sessions.kind, 'client')).all();
    expect(open.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
  });
  test('a session of a client opens no call of the office or the crew', async () => {
    const shop = await openWithClient();
    const { cookie } = await signInWith(shop, await requestSignIn(shop, 'maria@example.com'));
    for (const name of ['clients.list', 'session.current', 'field.dashboard'])
      expect((await shop.request('GET', `/trpc/${name}?input=%7B%22id%22%3A1%7D`, { headers: { cookie } })).status).toBe(401);
  });
});
