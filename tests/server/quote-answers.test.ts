import { describe, expect, test } from 'vitest';
import { approve, getCurrent, OVEN, send, WINDOWS } from '../support/quoting';
import { openShop } from '../support/shop';

describe('other answers', () => {
  test('decline once, with a reason, and only before an approval', async () => {
    const shop = openShop();
    const quote = await send(shop);
    const declined = await shop.visitor.quoting.decline({ token: quote.token, reason: 'Too expensive' });
    expect(declined).toMatchObject({ status: 'declined', declineReason: 'Too expensive', canApprove: false });
    shop.clock.advance(10);
    expect(await shop.visitor.quoting.decline({ token: quote.token })).toEqual(declined);
    expect(await getCurrent(approve(shop, quote))).toMatchObject({ code: 'CONFLICT', status: 'declined' });
    expect(await getCurrent(shop.visitor.quoting.requestChange({ token: quote.token, text: 'Cheaper?' }))).toMatchObject({
      status: 'declined',
    });
  });

  test('are refused after an approval', async () => {
    const shop = openShop();
    const quote = await send(shop);
    await approve(shop, quote);
    expect(await getCurrent(shop.visitor.quoting.decline({ token: quote.token }))).toMatchObject({ code: 'CONFLICT', status: 'approved' });
    const change = shop.visitor.quoting.requestChange({ token: quote.token, text: 'Another day?' });
    expect(await getCurrent(change)).toMatchObject({ code: 'CONFLICT', status: 'approved' });
  });

  test('ask for a change, which the client can still follow with an approval', async () => {
    const shop = openShop();
    const quote = await send(shop);
    const asked = await shop.visitor.quoting.requestChange({ token: quote.token, text: ' Without the windows? ' });
    expect(asked).toMatchObject({ status: 'changes_requested', changeRequest: 'Without the windows?' });
    shop.clock.advance(10);
    expect(await shop.visitor.quoting.requestChange({ token: quote.token, text: 'Without the windows?' })).toEqual(asked);
    await expect(shop.visitor.quoting.requestChange({ token: quote.token, text: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await approve(shop, quote)).toMatchObject({ status: 'approved' });
  });

  test('are possible for an expired quote, so that the office hears of it', async () => {
    const shop = openShop();
    const quote = await send(shop, { validUntil: '2026-11-20' });
    shop.clock.advance(2 * 1440);
    expect(await shop.visitor.quoting.decline({ token: quote.token })).toMatchObject({ status: 'declined' });
  });

  test('lead to a new version, whose link replaces the old one', async () => {
    const shop = openShop();
    const quote = await send(shop, { lines: [WINDOWS, OVEN] });
    await shop.visitor.quoting.decline({ token: quote.token });
    const next = await shop.admin.quoting.send({ id: (await shop.admin.quoting.revise({ id: quote.id, lines: [OVEN] })).id });
    expect(next).toMatchObject({ version: 2, status: 'sent', declineReason: null });
    expect(await shop.visitor.quoting.getByToken({ token: quote.token })).toMatchObject({ status: 'superseded', newerToken: next.token });
  });
});
