import '@testing-library/jest-dom/vitest';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { network, openDialog, prepareAppointmentsPage } from '../support/appointments-page';

prepareAppointmentsPage();

const SHARE = '15% off your first cleaning booked online';
const FRIEND = 'A friend sent you: $25 off, after your cleaning the same for them';
const asked = () =>
  network.mock.calls
    .filter(([address]) => String(address).includes('offers.describe'))
    .map(([address]) => new URL(String(address), 'http://x'));
const offersIn = (dialog: HTMLElement) => within(within(dialog).getByRole('list', { name: 'Offers' })).getAllByRole('listitem');
/** Answers what a visitor may get, and leaves all else to the page's network. */
function answer(status: number, body: object) {
  const others = network.getMockImplementation();
  network.mockImplementation(async (address, init) => {
    if (!String(address).includes('offers.describe')) return others?.(address, init) ?? Response.error();
    return new Response(JSON.stringify([body]), { status, headers: { 'content-type': 'application/json' } });
  });
}

describe('what the booking dialog says of offers', () => {
  test.each([undefined, 'customer'])('with the ref %s is the 15 %, and nothing is asked for it', async (ref) => {
    if (ref) sessionStorage.setItem('ref', ref);
    const items = offersIn(await openDialog());
    expect(items.map(({ textContent }) => textContent)).toEqual([SHARE, 'It is noted with your booking; there is nothing to enter here.']);
    expect(asked()).toEqual([]);
  });
  test("with a friend's code is the $25 too", async () => {
    sessionStorage.setItem('ref', 'ABC2DEF');
    answer(200, { result: { data: { offers: ['first-online-booking', 'referral-friend'] } } });
    const dialog = await openDialog();
    await waitFor(() => expect(offersIn(dialog).map(({ textContent }) => textContent)).toContain(FRIEND));
    expect(asked().map(({ searchParams }) => searchParams.get('input'))).toEqual(['{"0":{"ref":"ABC2DEF"}}']);
  });
  test('without an answer is the 15 % alone', async () => {
    sessionStorage.setItem('ref', 'ABC2DEG');
    answer(429, { error: { message: 'Too many requests.', code: -32029, data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } } });
    const dialog = await openDialog();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(offersIn(dialog)).toHaveLength(2);
  });
  test('with a code that nobody has is the 15 % alone', async () => {
    sessionStorage.setItem('ref', 'ABC2DEG');
    answer(200, { result: { data: { offers: ['first-online-booking'] } } });
    const dialog = await openDialog();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(offersIn(dialog)).toHaveLength(2);
    expect(dialog).toHaveTextContent(SHARE);
  });
});
