import { describe, expect } from 'vitest';
import { outbox } from '../../db/schema';
import { findOrCreateClient } from '../../src/server/clients/service';
import { message } from '../support/booking';
import { JOB, MARIA } from '../support/dispatch';
import { addMember } from '../support/field';
import { exportOf } from '../support/imports';
import { insertRow } from '../support/rows';
import { QUOTE, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

const { email: _email, ...CALLED } = MARIA;
const { phone: _phone, ...WRITTEN_TO } = MARIA;
const toClients = (shop: Shop) => shop.rows(outbox).filter(({ to }) => !['dee@example.com', 'info@sageandpine.example'].includes(to));
const issuesOf = (call: Promise<unknown>) =>
  call.then(
    () => [],
    (error: { cause?: { issues?: { path: unknown[]; message: string }[] } }) =>
      (error.cause?.issues ?? []).map(({ path, message: text }) => [path.join('.'), text]),
  );

describe('a client without e-mail', () => {
  test('is created with a phone alone, and one with an e-mail address alone', async ({ shop }) => {
    expect(await shop.admin.clients.create(CALLED)).toMatchObject({ email: null, phone: MARIA.phone });
    expect(await shop.admin.clients.create({ ...WRITTEN_TO, phone: ' ' })).toMatchObject({ email: MARIA.email, phone: null });
    expect(await shop.admin.clients.create({ ...MARIA, email: '' })).toMatchObject({ email: null });
  });

  test('is asked for one of the two at both, together with other wrong fields', async ({ shop }) => {
    const asked = ['phone', 'email'].map((field) => [field, 'Please enter a phone number or an e-mail address.']);
    expect(await issuesOf(shop.admin.clients.create({ ...MARIA, email: null, phone: null }))).toEqual(asked);
    expect(await issuesOf(shop.admin.clients.create({ ...MARIA, name: '', email: '', phone: '' }))).toEqual([
      ['name', expect.stringContaining('Missing Information')],
      ...asked,
    ]);
    await shop.admin.clients.create(MARIA);
    expect(await issuesOf(shop.admin.clients.update({ ...MARIA, id: 1, email: null, phone: null, isActive: true }))).toEqual(asked);
  });

  test('is found by phone and name, never by the missing address', async ({ shop }) => {
    await shop.admin.clients.create(CALLED);
    await shop.admin.clients.create({ ...CALLED, name: 'Jon Park', phone: '250-555-0199' });
    const find = (more: Partial<typeof MARIA>) => {
      const { id, isNew } = findOrCreateClient(shop.ctx, { ...MARIA, email: null, notes: null, ...more });
      return [id, isNew];
    };
    expect(find({ phone: '+1 250 555 0133', name: 'maria santos' })).toEqual([1, false]);
    expect(find({ email: MARIA.email })).toEqual([1, false]);
    expect(find({ name: 'Other Person' })).toEqual([3, true]);
    expect((await shop.admin.clients.findDuplicates({ id: 2 })).rows).toEqual([]);
    expect((await shop.admin.clients.findDuplicates({ id: 1 })).rows.map(({ id, reasons }) => [id, reasons])).toEqual([
      [3, ['same phone']],
    ]);
  });

  test('gives a merged client its address', async ({ shop }) => {
    await shop.admin.clients.create(CALLED);
    await shop.admin.clients.create({ ...WRITTEN_TO, name: 'M. Santos' });
    expect(await shop.admin.clients.merge({ id: 2, intoId: 1 })).toMatchObject({ email: MARIA.email, phone: MARIA.phone });
  });

  test('gets no mail about a job from its date to its invoice', async ({ shop }) => {
    await shop.admin.clients.create(CALLED);
    await addMember(shop);
    await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, totalAmount: '120.00' });
    await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1, notifyClient: true });
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).client).toMatchObject({ email: null, phone: MARIA.phone });
    await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-22T18:00:00.000Z', notifyClient: true, confirm: true });
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'completed', confirm: true });
    const made = await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    expect(made).toMatchObject({ customerEmail: null, customerPhone: MARIA.phone });
    await expect(shop.admin.invoices.emailInBulk({ ids: [made.id] })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `SPC001 has no e-mail address. Call ${MARIA.phone}.`,
    });
    expect(toClients(shop)).toEqual([]);
  });

  test('gets no reminders once the address is removed', async ({ shop }) => {
    await shop.admin.clients.create(MARIA);
    await shop.admin.dispatch.createWorkOrder({ ...JOB, scheduledDate: '2026-11-25T17:00:00.000Z', clientId: 1 });
    expect(message(shop, 'visit_reminder').map(({ status }) => status)).toEqual(['stored', 'stored']);
    await shop.admin.clients.update({ ...CALLED, id: 1, email: null, isActive: true });
    expect(message(shop, 'visit_reminder').map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  test('confirms a quote request without a phone with a null, not an empty text', async ({ shop }) => {
    await shop.visitor.quotes.submit({ ...QUOTE, phone: '' });
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    expect(await shop.admin.clients.get({ id: 1 })).toMatchObject({ phone: null });
  });

  test('is exported with an empty cell', async ({ shop }) => {
    insertRow(shop.db, 'clients', { ...MARIA, email: null });
    expect(exportOf(shop, 'clients')).toMatch(/Maria Santos,,/);
  });
});
