import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openBoard } from '../support/dispatch-page';
import { findDialog, lastToast } from '../support/office';

/** Drags a job to the lane of a member, with the events that the browser fires. */
async function drag(job: HTMLElement, member: string) {
  const card = job.closest('[draggable]') as Element;
  const row = (await screen.findByRole('heading', { name: member })).closest('li') as Element;
  const dataTransfer = { types: [], items: [], setData: () => {}, getData: () => '', setDragImage: () => {} };
  fireEvent.dragStart(card, { dataTransfer });
  await new Promise((done) => requestAnimationFrame(done));
  fireEvent.dragEnter(row, { dataTransfer });
  await new Promise((done) => requestAnimationFrame(done));
  fireEvent.drop(row, { dataTransfer });
}

describe('dropping an unassigned job on a member', () => {
  const dragToDee = async () => drag(await screen.findByRole('heading', { name: 'Maria Santos' }), 'Dee Marsh');
  test('asks whether the client is sent the date', async () => {
    const office = openBoard();
    await dragToDee();
    expect((await findDialog()).getByRole('checkbox', { name: 'Send the date to the client' })).toBeChecked();
    const dialog = await findDialog();
    await waitFor(() => expect(dialog.getByLabelText(/^Team Member/)).toHaveValue('1'));
    expect(office.assignments()).toEqual([]);
  });
  test.each([
    ['who booked it', { isBooked: true }, {}],
    ['without an e-mail address', {}, { email: '' }],
    ['who has the date', { sentDate: '2026-11-20T21:00:00.000Z' }, {}],
  ])('assigns the job of a client %s at once', async (_who, job, client) => {
    const office = openBoard([job], '/dispatch', client);
    await dragToDee();
    await waitFor(() => expect(office.assignments()).toMatchObject([{ workOrderId: 1, teamMemberId: 1 }]));
    expect(office.sent('dispatch.assign')).toMatchObject([{ notifyClient: false }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('dropping a job of a member on another one', () => {
  test.each([
    [
      'helps if the crew has a free place',
      2,
      [
        [1, 'accepted'],
        [2, 'assigned'],
      ],
    ],
    [
      'gets it if the crew is full',
      1,
      [
        [1, 'released'],
        [2, 'assigned'],
      ],
    ],
  ] as const)('means that the other one %s', async (_what, crew_size, members) => {
    const job = { row: { crew_size, status: 'assigned' }, assignment: { status: 'accepted' }, sentDate: '2026-11-20T21:00:00.000Z' };
    const office = openBoard([job]);
    const block = await screen.findByRole('button', { name: /^Maria Santos.*m\. ·/ });
    expect(block.textContent?.includes('1 of 2')).toBe(crew_size === 2);
    await drag(block, 'Kim Marsh');
    await waitFor(() => expect(office.assignments().map(({ teamMemberId, status }) => [teamMemberId, status])).toEqual(members));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Work Order Assigned', action: { label: 'Undo' } }));
  });
});
