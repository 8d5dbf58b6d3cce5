import { beforeEach } from 'vitest';
import { outbox } from '../../db/schema';
import { recordFinding } from '../../src/server/automation/opportunities';
import { writeDraft } from '../../src/server/mail/drafts';
import { deliverDueMessages } from '../../src/server/mail/outbox';
import type { Outgoing } from '../../src/server/mail/outgoing';
import type { DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { ADDRESSED, openShop, type Shop } from './shop';

export const EMAIL = 'maria@example.com';
export const AT = '2026-11-20T20:00:00.000Z';
export const VALUES = {
  customerName: 'Maria Santos',
  lastVisit: 'Wednesday, September 2, 2026',
  bookingLink: 'http://shop.test/appointments',
};

/** The shop of the test that runs, in a file that calls {@link startShops}. It has a mail server and a postal address. */
export let shop: Shop;

/** Replaces the shop of the test by one without a mail server. */
export function openWithoutMail(): void {
  shop = openShop();
}

/** Opens a shop for each test of a file. */
export function startShops(): void {
  beforeEach(async () => {
    shop = openShop({ hasMailServer: true });
    await shop.admin.settings.save({ company: ADDRESSED });
  });
}

export const consent = (email = EMAIL) => shop.admin.consents.record({ email, source: 'said on the phone' });
/** Writes a draft to a lapsed client. */
export const lapsed = (changes: Partial<Parameters<typeof writeDraft<'lead-lapsed'>>[1]> = {}) =>
  writeDraft(shop.ctx, {
    purpose: 'lead-lapsed',
    to: EMAIL,
    values: VALUES,
    relatedType: 'client',
    relatedId: 1,
    dedupeKey: 'lapsed:client:12:2026Q4',
    ...changes,
  });
export const rows = () => shop.rows(outbox);
export const autoSend = (purposes: (typeof DEFAULT_AUTOMATION)['autoSend']) => shop.setAutomation({ autoSend: purposes });
/** Delivers what is due and returns the messages. */
export async function deliver(): Promise<Outgoing[]> {
  const sent: Outgoing[] = [];
  await deliverDueMessages(shop.ctx, async (message) => void sent.push(message));
  return sent;
}
/** Records an opportunity and returns its id. */
export const opportunity = () => {
  const at = AT;
  const { lastInsertRowid } = shop.db.$client
    .prepare(
      "insert into automation_runs (worker_key, trigger, started_at, status, message) values ('lead-generation', 'manual', ?, 'ok', 'found')",
    )
    .run(at);
  const finding = {
    // Of a kind whose rule is not asked again before a message goes out.
    kind: 'partnership',
    dedupeKey: 'lapsed',
    subjectType: 'client',
    subjectId: 1,
    title: 'T',
    reason: 'R',
    score: 50,
  } as const;
  const row = recordFinding(shop.ctx, Number(lastInsertRowid), { ...finding, evidence: [] });
  if (!row) throw new Error('known already');
  return row.id;
};
