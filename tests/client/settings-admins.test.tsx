import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import type { Admin } from '../../src/shared/admins';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const OWNER: Admin = {
  id: 1,
  username: 'owner',
  createdAt: '2026-01-05T17:00:00.000Z',
  lastSessionAt: '2026-11-20T20:00:00.000Z',
  isLocked: false,
  isYou: true,
};
const KIM: Admin = { ...OWNER, id: 2, username: 'Kim', lastSessionAt: null, isLocked: true, isYou: false };
function openAdmins(rows: Admin[] = [KIM, OWNER], more: Parameters<typeof fakeCalls>[0] = {}) {
  let admins = rows;
  const office = fakeCalls({
    'admins.list': () => ({ rows: admins }),
    'admins.add': ({ username, password }) => ({ id: 3, username, madePassword: password ? null : 'made-for-you-123' }),
    'admins.resetPassword': ({ id, password }) => ({ id, username: 'Kim', madePassword: password ? null : 'made-for-you-456' }),
    'admins.remove': ({ id }) => {
      admins = admins.filter((admin) => admin.id !== id);
      return null;
    },
    'admins.releaseLocks': ({ id }) => {
      admins = admins.map((admin) => (admin.id === id ? { ...admin, isLocked: false } : admin));
      return { released: 1 };
    },
    ...more,
  });
  openStaffPage(Route, '/settings?section=admins');
  return office;
}
const cardOf = async (username: string) => {
  const heading = await screen.findByRole('heading', { name: new RegExp(`^${username}`) });
  return within(heading.closest('li') as HTMLElement);
};
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the admins on the screen', () => {
  test('say who is locked, who never came, and which one is you', async () => {
    openAdmins();
    const kim = await cardOf('Kim');
    expect(kim.getByText('Locked')).toBeInTheDocument();
    expect(kim.getByText(/^Never signed in/)).toBeInTheDocument();
    const owner = await cardOf('owner');
    expect(owner.getByText('You')).toBeInTheDocument();
    expect(owner.queryByText('Locked')).toBeNull();
    expect(owner.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  test('are let in again with a press', async () => {
    const office = openAdmins();
    await userEvent.click((await cardOf('Kim')).getByRole('button', { name: 'Release Lock, Kim' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Lock Released' }));
    expect(office.sent('admins.releaseLocks')).toEqual([{ id: 2 }]);
    await waitFor(async () => expect((await cardOf('Kim')).queryByText('Locked')).toBeNull());
  });

  test('are removed after a question', async () => {
    const office = openAdmins();
    await userEvent.click((await cardOf('Kim')).getByRole('button', { name: 'Remove, Kim' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Admin' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /^Kim/ })).toBeNull());
    expect(office.sent('admins.remove')).toEqual([{ id: 2 }]);
  });

  test('say when they could not be loaded', async () => {
    openAdmins([OWNER], { 'admins.list': () => Promise.reject(new Refusal(500, 'No.')) });
    expect(await screen.findByText('The admins could not be loaded.')).toBeInTheDocument();
  });
});

describe('a new admin on the screen', () => {
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Add Admin' }));
  const submit = () => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Admin' }));

  test('without a password gets one that is shown once', async () => {
    const office = openAdmins();
    await open();
    type(/^Username/, 'Lee');
    await submit();
    expect(await screen.findByText('made-for-you-123')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Password of Lee' })).toBeInTheDocument();
    expect(office.sent('admins.add')).toEqual([{ username: 'Lee', password: null }]);
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('made-for-you-123')).toBeNull());
    await open();
    expect(screen.getByLabelText(/^Username/)).toHaveValue('');
  });

  test('with a password of their own is added at once', async () => {
    const office = openAdmins();
    await open();
    type(/^Username/, 'Lee');
    type(/^Password/, 'long enough');
    await submit();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Admin Added' }));
    expect(office.sent('admins.add')).toEqual([{ username: 'Lee', password: 'long enough' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is refused at the field, and by the server in its words', async () => {
    const office = openAdmins([OWNER], { 'admins.add': () => Promise.reject(new Refusal(409, 'There is an admin owner already.')) });
    await open();
    type(/^Password/, 'short');
    await submit();
    expect(await screen.findByText('Username is required')).toBeInTheDocument();
    expect(screen.getByText('The password needs 8 to 256 characters.')).toBeInTheDocument();
    expect(office.sent('admins.add')).toEqual([]);
    type(/^Username/, 'owner');
    type(/^Password/, '');
    await submit();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: 'There is an admin owner already.' }));
    expect(screen.getByRole('dialog', { name: 'Add Admin' })).toBeInTheDocument();
  });
});

test('the own password asks for the current one', async () => {
  const office = openAdmins();
  await userEvent.click((await cardOf('owner')).getByRole('button', { name: 'Reset Password, owner' }));
  type(/^Current Password/, 'the one of now');
  type(/^New Password/, 'chosen by hand');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset Password' }));
  await waitFor(() =>
    expect(office.sent('admins.resetPassword')).toEqual([{ id: 1, password: 'chosen by hand', currentPassword: 'the one of now' }]),
  );
});

test('a password is reset to one that was made and is shown, or to one that was typed', async () => {
  const office = openAdmins();
  await userEvent.click((await cardOf('Kim')).getByRole('button', { name: 'Reset Password, Kim' }));
  const submit = () => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset Password' }));
  await submit();
  expect(await screen.findByText('made-for-you-456')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await userEvent.click((await cardOf('Kim')).getByRole('button', { name: 'Reset Password, Kim' }));
  type(/^New Password/, 'chosen by hand');
  await submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(office.sent('admins.resetPassword')).toEqual([
    { id: 2, password: null },
    { id: 2, password: 'chosen by hand' },
  ]);
});
