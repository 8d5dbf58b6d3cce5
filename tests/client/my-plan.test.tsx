import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { clientMessages } from '../../db/schema';
import { openMariasPage, openMyPage } from '../support/my-page';
import { change, findPanel, lastToast, press, refuse } from '../support/office';
import { WEEKLY } from '../support/plans';

describe('the plan of a client', () => {
  test('leaves a visit out and brings it back', async () => {
    const office = await openMariasPage();
    await office.admin.plans.create(WEEKLY);
    await openMyPage();
    const card = await findPanel('Your plan');
    await userEvent.click(card.getAllByRole('button', { name: /^Skip/ })[0] as HTMLElement);
    await card.findByRole('button', { name: /^Bring back/ });
    expect(lastToast()).toMatchObject({ title: 'Visit skipped', action: { label: 'Undo' } });
    lastToast()?.action?.run();
    await waitFor(() => expect(card.queryByRole('button', { name: /^Bring back/ })).toBeNull());
    expect(office.sent('portal.unskipVisit')).toEqual([{ planId: 1, date: '2026-11-24' }]);
  });

  test('names the day of a visit that a closed day moved when it is skipped and brought back', async () => {
    const office = await openMariasPage();
    await office.admin.booking.closeDay({ date: '2026-12-01' });
    await office.admin.plans.create({ ...WEEKLY, holidayRule: 'next' });
    await openMyPage();
    await press('Skip, Wednesday, December 2, 2026');
    await waitFor(() => expect(lastToast()?.description).toBe('Nobody comes for the visit of Wednesday, December 2, 2026.'));
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()?.description).toBe('We will come on Wednesday, December 2, 2026.'));
  });

  test('is paused and resumed, and shows why it cannot be', async () => {
    const office = await openMariasPage();
    await office.admin.plans.create(WEEKLY);
    await openMyPage();
    const card = await findPanel('Your plan');
    await press('Pause');
    office.fail('portal.pausePlan', refuse(409, 'It is too late to pause. Please call us.'));
    await press('Pause plan');
    expect(await card.findByText('It is too late to pause. Please call us.')).toBeInTheDocument();
    office.repair('portal.pausePlan');
    await press('Pause plan');
    expect(await card.findByText('Paused')).toBeInTheDocument();
    await press('Resume');
    expect(await card.findByText('Active')).toBeInTheDocument();
  });

  test('is asked to be changed by a message', async () => {
    const office = await openMariasPage();
    await office.admin.plans.create(WEEKLY);
    await openMyPage();
    await press('Ask for a change');
    await press('Send');
    expect(await screen.findByText('Please write what we should change.')).toBeInTheDocument();
    change(/^What should we change/, 'Fridays, please.');
    await press('Send');
    await waitFor(() => expect(lastToast()?.title).toBe('Message sent'));
    expect(office.shop.rows(clientMessages)[0]?.text).toContain('Fridays, please.');
    expect(screen.getByRole('button', { name: 'Ask for a change' })).toBeInTheDocument();
  });
});
