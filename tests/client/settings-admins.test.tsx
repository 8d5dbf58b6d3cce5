import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { hashPassword } from '../../src/server/session/passwords';
import { refusalOf } from '../support/login';
import { choose, findRow, lastToast, openOffice, openStaffPage, refuse } from '../support/office';

const KIM = { username: 'Kim', password: 'the one of Kim' };

/** Opens the admins of an office: the owner, and Kim, who is locked out if `isLocked`. `prepare` runs before the page opens. */
async function openAdmins({ isLocked = false, prepare = (_office: ReturnType<typeof openOffice>): unknown => undefined } = {}) {
  const office = openOffice();
  await office.admin.admins.add(KIM);
  if (isLocked) for (let tries = 0; tries < 3; tries++) await refusalOf(office.shop, { ...KIM, password: 'wrong battery' });
  await prepare(office);
  openStaffPage(Route, '/settings?section=admins');
  const names = () =>
    office.db
      .select()
      .from(users)
      .all()
      .map(({ username }) => username);
  return { ...office, names, refusal: (password: string, username = 'Kim') => refusalOf(office.shop, { username, password }) };
}
const rowOf = async (username: string) => within(await findRow(new RegExp(`^${username}`)));
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const shownPassword = async () =>
  within(await screen.findByRole('dialog', { name: /^Password of/ })).getByText(/^[\w-]{12,}$/).textContent ?? '';

describe('the admins on the screen', () => {
  test('show who is locked, who never signed in, and which one you are', async () => {
    await openAdmins({ isLocked: true });
    const kim = await rowOf('Kim');
    expect(kim.getByText('Locked')).toBeInTheDocument();
    expect(kim.getByText(/^Never signed in/)).toBeInTheDocument();
    const owner = await rowOf('owner');
    expect(owner.getByText('You')).toBeInTheDocument();
    expect(owner.queryByText('Locked')).toBeNull();
    await userEvent.click(owner.getByRole('button', { name: 'More actions, owner' }));
    expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual(['Reset Password']);
  });

  test('can be unlocked', async () => {
    const office = await openAdmins({ isLocked: true });
    expect(await office.refusal(KIM.password)).toMatch(/^Account locked/);
    await userEvent.click((await rowOf('Kim')).getByRole('button', { name: 'Release Lock, Kim' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Lock Released' }));
    await waitFor(async () => expect((await rowOf('Kim')).queryByText('Locked')).toBeNull());
    expect(await office.refusal(KIM.password)).toBe('let in');
  });

  test('are removed after a question', async () => {
    const office = await openAdmins();
    await choose('Remove', 'Kim');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Admin' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /^Kim/ })).toBeNull());
    expect(office.names()).toEqual(['owner']);
  });

  test('show an error if they do not load', async () => {
    await openAdmins({ prepare: ({ fail }) => fail('admins.list', refuse(500)) });
    expect(await screen.findByText('The admins could not be loaded.')).toBeInTheDocument();
  });
});

describe('a new admin on the screen', () => {
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Add Admin' }));
  const submit = () => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Admin' }));

  test('without a password gets one that is shown once', async () => {
    const office = await openAdmins();
    await open();
    type(/^Username/, 'Lee');
    await submit();
    const password = await shownPassword();
    expect(screen.getByRole('dialog', { name: 'Password of Lee' })).toBeInTheDocument();
    expect(await office.refusal(password, 'Lee')).toBe('let in');
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(password)).toBeNull());
    await open();
    expect(screen.getByLabelText(/^Username/)).toHaveValue('');
  });

  test('with a chosen password is added at once', async () => {
    const office = await openAdmins();
    await open();
    type(/^Username/, 'Lee');
    type(/^Password/, 'long enough');
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lastToast()).toMatchObject({ title: 'Admin Added' });
    expect(await office.refusal('long enough', 'Lee')).toBe('let in');
  });

  test('is rejected at the field, and by the server in its words', async () => {
    const office = await openAdmins();
    await open();
    type(/^Password/, 'short');
    await submit();
    expect(await screen.findByText('Username is required')).toBeInTheDocument();
    expect(screen.getByText('The password needs 8 to 256 characters.')).toBeInTheDocument();
    type(/^Username/, 'owner');
    type(/^Password/, '');
    await submit();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: 'There is an admin owner already.' }));
    expect(screen.getByRole('dialog', { name: 'Add Admin' })).toBeInTheDocument();
    expect(office.names()).toEqual(['owner', 'Kim']);
  });
});

test('the own password asks for the current one', async () => {
  const passwordHash = await hashPassword('the one of now');
  const office = await openAdmins({ prepare: ({ db }) => db.update(users).set({ passwordHash }).where(eq(users.id, 1)).run() });
  await choose('Reset Password', 'owner');
  type(/^Current Password/, 'the one of now');
  type(/^New Password/, 'chosen by hand');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset Password' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await office.refusal('chosen by hand', 'owner')).toBe('let in');
});

test('a password is reset to a generated one that is shown, or to a typed one', async () => {
  const office = await openAdmins();
  await choose('Reset Password', 'Kim');
  const submit = () => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset Password' }));
  await submit();
  expect(await office.refusal(await shownPassword())).toBe('let in');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await choose('Reset Password', 'Kim');
  type(/^New Password/, 'chosen by hand');
  await submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await office.refusal('chosen by hand')).toBe('let in');
});
