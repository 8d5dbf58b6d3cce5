import { beforeEach, describe, expect, test } from 'vitest';
import { opportunities, outbox } from '../../db/schema';
import { openSearch } from '../../src/server/automation/development/search';
import { reasonNotToSend } from '../../src/server/automation/engagement/reason-not-to-send';
import { deliverDueMessages } from '../../src/server/mail/outbox';
import type { DEVELOPMENT_KINDS, SubjectType } from '../../src/shared/automation';
import { insertRow } from '../support/rows';
import { ADDRESSED, openShop, type Shop } from '../support/shop';

const CALL_THEM = 'No consent on record: call them.';
let shop: Shop;
beforeEach(() => {
  shop = openShop();
  insertRow(shop.db, 'clients', { name: 'Maria Santos', email: 'maria@acme.ca' });
  insertRow(shop.db, 'clients', { name: 'Bob Lee', email: 'bob@acme.ca' });
});
type Kind = (typeof DEVELOPMENT_KINDS)[number];
/** Records an opportunity as a worker does; the first has the id 1. */
function find(kind: Kind, subjectType: SubjectType, subjectId: number | string, evidence: [type: string, id: number][] = []): void {
  const rows = evidence.map(([type, id]) => ({ type, id, text: 'x' }));
  const run = shop.db.$client
    .prepare("insert into automation_runs (worker_key, trigger, started_at, status, message) values ('contracts', 'manual', 'x', 'ok', '')")
    .run();
  openSearch(shop.ctx, { id: Number(run.lastInsertRowid), examined: 0, created: 0 }, 'contracts').record({
    ...{ kind, subjectType, subjectId, title: 'T', score: 50, to: null },
    reason: '3 jobs in 90 days.',
    evidence: rows,
  });
}
const consent = (email: string) => shop.admin.consents.record({ email, phone: null, source: 'said on the phone' });
const draft = () => shop.admin.automation.draftProposal({ id: 1 });
const messages = () => shop.rows(outbox);

describe('a proposal', () => {
  test.each([
    ['partnership', 'partnership-proposal', 'Working together'],
    ['corporate_contract', 'contract-proposal', 'A regular plan'],
    ['strategic_alliance', 'alliance-proposal', 'An idea'],
  ] as const)('for a %s is drafted as a %s with its reason', async (kind, purpose, subject) => {
    await consent('maria@acme.ca');
    find(kind, 'client', 1);
    expect(await draft()).toMatchObject({ id: 1, status: 'drafted', messageId: 1 });
    expect(messages()).toMatchObject([{ purpose, to: 'maria@acme.ca', status: 'draft', marketing: true, opportunityId: 1 }]);
    expect(messages()[0]?.subject).toContain(subject);
    expect(messages()[0]?.body).toMatch(/^Hello Maria Santos,[\s\S]*3 jobs in 90 days\./);
  });

  test.each([
    ['corporate_contract', 'quote', 'You asked us for commercial cleaning.'],
    ['partnership', 'quote', '3 jobs in 90 days.'],
    ['corporate_contract', 'client', '3 jobs in 90 days.'],
  ] as const)('for a %s found by a %s says: %s', async (kind, type, fact) => {
    insertRow(shop.db, 'contact_inquiries', { email: 'ann@acme.ca', created_at: '2026-11-01T20:00:00.000Z' });
    await consent('maria@acme.ca');
    find(kind, 'domain', 'acme.ca', [[type, 1]]);
    await draft();
    expect(messages()[0]?.body).toContain(fact);
  });

  test('goes to the first person of an organisation who consented', async () => {
    await consent('bob@acme.ca');
    find('partnership', 'domain', 'acme.ca', [
      ['client', 1],
      ['client', 2],
    ]);
    await draft();
    expect(messages()).toMatchObject([{ to: 'bob@acme.ca' }]);
  });

  test.each([
    ['quote', () => insertRow(shop.db, 'contact_inquiries', { email: 'ann@acme.ca', created_at: '2026-11-01T20:00:00.000Z' })],
    ['order', () => insertRow(shop.db, 'orders', { customer_email: 'ann@acme.ca', paid_date: '2026-11-01', paid_method: 'cash' })],
  ] as const)('goes to the person behind a %s', async (type, insert) => {
    insert();
    find('corporate_contract', 'domain', 'acme.ca', [[type, 1]]);
    await draft();
    expect(messages()).toMatchObject([{ to: 'ann@acme.ca', status: 'draft' }]);
  });

  test.each([
    ['without consent', 'client', 1],
    ['to a supplier', 'supplier', 'Pine Supply'],
    ['to an organisation without an address', 'company', 'Oak Realty'],
    ['to a client who is gone', 'client', 99],
    ['to a subject that is no number', 'client', 'x'],
  ] as const)('is rejected %s, and nothing is written', async (_what, type, id) => {
    find('partnership', type, id);
    await expect(draft()).rejects.toMatchObject({ code: 'CONFLICT', message: CALL_THEM });
    expect(messages()).toEqual([]);
    expect(shop.db.select().from(opportunities).get()).toMatchObject({ status: 'open' });
  });

  test('is rejected for a client who is no longer served', async () => {
    await consent('maria@acme.ca');
    await shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Unpaid.' });
    find('partnership', 'client', 1);
    await expect(draft()).rejects.toMatchObject({ message: CALL_THEM });
  });

  test('is rejected for a market, a closed, an already written and a missing opportunity', async () => {
    await expect(draft()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await consent('maria@acme.ca');
    find('market_expansion', 'town', 'Chase');
    await expect(draft()).rejects.toMatchObject({ code: 'CONFLICT', message: 'There is nobody to write to about this opportunity.' });
    find('partnership', 'client', 1);
    const second = () => shop.admin.automation.draftProposal({ id: 2 });
    await second();
    await expect(second()).rejects.toMatchObject({ code: 'CONFLICT', message: 'A message about this opportunity is written already.' });
    await shop.admin.automation.setOpportunityStatus({ id: 2, status: 'dismissed', reason: null });
    await expect(second()).rejects.toMatchObject({ code: 'CONFLICT', message: 'This opportunity is dismissed.' });
  });

  test.each([
    [
      'to a client who is no longer served',
      () => shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Unpaid.' }),
      'The company no longer works for this client.',
    ],
    ['to an archived client', () => shop.db.$client.exec('update clients set is_active = 0 where id = 1'), 'This client is archived.'],
    ['about a closed opportunity', () => shop.db.$client.exec("update opportunities set status = 'lost'"), 'The opportunity is lost.'],
  ])('is neither approved nor sent %s', async (_what, happen, reason) => {
    await consent('maria@acme.ca');
    shop.ctx.hasMailServer = true;
    await shop.admin.settings.save({ company: ADDRESSED });
    for (const id of [1, 2]) {
      find(id === 1 ? 'partnership' : 'corporate_contract', 'client', 1);
      await shop.admin.automation.draftProposal({ id });
    }
    await shop.admin.drafts.approve({ id: 1 });
    shop.db.$client.exec("update outbox set status = 'queued' where id = 1");
    await happen();
    await expect(shop.admin.drafts.approve({ id: 2 })).rejects.toThrow(`This message is no longer true. ${reason}`);
    const sent: string[] = [];
    await deliverDueMessages(shop.ctx, async ({ to }) => void sent.push(to), undefined, reasonNotToSend);
    expect(sent).toEqual([]);
    expect(messages()).toMatchObject([{ status: 'suppressed', lastError: reason }, { status: 'draft' }]);
  });

  test('may be written anew after the first one was discarded, and the row says that none waits', async () => {
    await consent('maria@acme.ca');
    find('partnership', 'client', 1);
    await draft();
    await shop.admin.drafts.discard({ id: 1 });
    const { rows } = await shop.admin.automation.listOpportunities({ kinds: ['partnership'] });
    expect(rows).toMatchObject([{ status: 'open', messageId: null }]);
    expect(await draft()).toMatchObject({ messageId: 2, status: 'drafted' });
    expect(messages().map(({ status }) => status)).toEqual(['cancelled', 'draft']);
  });
});
