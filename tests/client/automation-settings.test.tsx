import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { AUTO_SEND_PURPOSES, DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { change, lastToast, openOffice, openStaffPage, press, refuse } from '../support/office';

function openSection() {
  const office = openOffice();
  return { ...office, ...openStaffPage(Route, '/settings?section=automation') };
}
const panel = (name: string) => within(screen.getByRole('region', { name }));

describe('the settings of the automation', () => {
  test('show every threshold with its unit under its worker, with no automatic sending', async () => {
    openSection();
    expect(await screen.findByText('What the AI workers look for, and what they may send on their own.')).toBeInTheDocument();
    expect(await screen.findByLabelText(/^Lapsed after \(days\)/)).toHaveValue('42');
    const boxes = screen.getAllByRole('textbox').map((box) => (box as HTMLInputElement).name.replace('automation.', ''));
    const { autoSend: _send, autoSchedulePosts: _posts, ...thresholds } = DEFAULT_AUTOMATION;
    expect(boxes.sort()).toEqual(Object.keys(thresholds).sort());
    for (const [worker, label, value] of [
      ['Daily target', /^Target \(clients a day\)/, '5'],
      ['Lead generation', /^Lapsed factor \(times their usual gap/, '1.5'],
      ['Engagement', /^Second payment reminder \(days\)/, '10'],
      ['Market analysis', /\(percent\)/, '30'],
      ['Partnerships', /\(active products\)/, '5'],
      ['Engagement', /^Second follow-up of a request \(days\)/, '7'],
      ['Quote optimisation', /\(past jobs there\)/, '8'],
      ['Market analysis', /^Look back \(days\)/, '90'],
      ['Contracts', /\(finished jobs in the days looked back\)/, '3'],
      ['Expansion', /\(times in the days looked back\)/, '3'],
      ['Social content', /\(waiting drafts\)/, '3'],
      ['Alliances', /\(orders of supplies\)/, '3'],
    ] as const)
      expect(panel(worker).getByLabelText(label)).toHaveValue(value);
    const boxesToTick = screen.getAllByRole('checkbox');
    expect(boxesToTick).toHaveLength(AUTO_SEND_PURPOSES.length + 1);
    for (const box of boxesToTick) expect(box).not.toBeChecked();
    expect(panel('Sent without your approval').getByText(/goes out to customers without anybody reading it first/)).toBeInTheDocument();
  });

  test('save a changed field together with all others', async () => {
    const office = openSection();
    await screen.findByLabelText(/^Lapsed after/);
    change(/^Lapsed after/, '60');
    change(/^Lapsed factor/, '2.5');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Schedule drafted posts on the next free day/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Payment reminder/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Thank you/ }));
    await press('Save Settings');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Settings Saved' }));
    const [sent] = office.sent('settings.save') as { automation: typeof DEFAULT_AUTOMATION }[];
    expect({ ...sent?.automation, autoSend: sent?.automation.autoSend.toSorted() }).toEqual({
      ...DEFAULT_AUTOMATION,
      lapsedDays: 60,
      lapsedFactor: 2.5,
      autoSchedulePosts: true,
      autoSend: ['overdue-reminder', 'thank-you'],
    });
    await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Thank you/ })).toBeChecked());
    await userEvent.click(screen.getByRole('checkbox', { name: /^Thank you/ }));
    await press('Save Settings');
    await waitFor(() => expect(office.sent('settings.save')).toHaveLength(2));
    expect(office.sent('settings.save')[1]).toMatchObject({ automation: { autoSend: ['overdue-reminder'] } });
  });

  test('accept an empty review link', async () => {
    const office = openSection();
    expect(await screen.findByLabelText('Review link')).toHaveValue(DEFAULT_AUTOMATION.reviewLink);
    change('Review link', 'ftp://reviews');
    await press('Save Settings');
    await waitFor(() =>
      expect(screen.getByLabelText('Review link')).toHaveAccessibleDescription(/Please enter a link such as .+, or leave it empty\./),
    );
    change('Review link', '');
    await press('Save Settings');
    await waitFor(() => expect(office.sent('settings.save')).toMatchObject([{ automation: { reviewLink: '' } }]));
  });

  test('show an error at an invalid field, and at one of two fields that contradict each other', async () => {
    const office = openSection();
    const lapsed = await screen.findByLabelText(/^Lapsed after/);
    change(/^Lapsed after/, '0');
    expect(lapsed).not.toBeVisible();
    await press('Save Settings');
    await waitFor(() => expect(lapsed).toHaveAccessibleDescription(/whole number of days from 1 to 730/));
    expect(lapsed).toBeVisible();
    expect(screen.getByLabelText(/^Clients who referred/)).not.toBeVisible();
    change(/^Lapsed after/, '42');
    change(/^One clean so far, from/, '46');
    change(/^First payment reminder/, '10');
    await press('Save Settings');
    const reminder = screen.getByLabelText(/^Second payment reminder/);
    await waitFor(() => expect(reminder).toHaveAccessibleDescription('Please send the second reminder after the first one.'));
    expect(screen.getByLabelText(/^One clean so far, to/)).toHaveAccessibleDescription(
      'Please end on the day on which it begins, or later.',
    );
    expect(office.sent('settings.save')).toEqual([]);
  });

  test("show the server's error at its field, whose part opens", async () => {
    const { fail } = openSection();
    fail('settings.save', refuse(400, 'No.', [{ path: 'automation.postCount', message: 'Please enter fewer.' }]));
    const count = await screen.findByLabelText(/^Name a count/);
    change(/^Name a count/, '6');
    await press('Save Settings');
    await waitFor(() => expect(count).toHaveAccessibleDescription(/Please enter fewer\./));
    expect(count).toBeVisible();
  });
});
