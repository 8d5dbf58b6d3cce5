import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { ChecklistChoice } from '../../src/client/features/settings/checklist-choice';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { findPanel, lastToast, openOffice, openPart, press } from '../support/office';
import { insertRow } from '../support/rows';
import { href, show } from '../support/start-page';

describe('the checklist', () => {
  const LABELS = ['Company and logo', 'Taxes', 'Prices', 'Test mail', 'First team member', 'First client', 'First job', 'Share your site'];

  test('leads a new company through its steps', async () => {
    openOffice();
    show();
    const checklist = await findPanel('Set up your company');
    expect(checklist.getByText('0 of 8 done')).toBeVisible();
    const steps = checklist.getAllByRole('listitem');
    expect(steps.map((step) => within(step).getByText((_, element) => element?.tagName === 'B').textContent)).toEqual(LABELS);
    expect(checklist.getAllByRole('link').map(href)).toEqual([
      '/settings?section=company',
      '/settings?section=taxes',
      '/settings?section=prices',
      '/settings?section=outbox',
      '/team-management?new=1',
      '/clients?new=1',
    ]);
    expect(checklist.getByRole('button', { name: 'Plan a job, First job' })).toBeVisible();
  });

  test('is joined by a warning until the company has facts of its own, even if the step is marked', async () => {
    const office = openOffice();
    show();
    await press('Mark as done, Company and logo');
    expect(await screen.findByText('1 of 8 done')).toBeVisible();
    expect(screen.getByRole('note')).toHaveTextContent(
      `sample details: ${DEFAULT_FACTS.name}, ${DEFAULT_FACTS.phone}, ${DEFAULT_FACTS.email}.`,
    );
    expect(within(screen.getByRole('note')).getByRole('link', { name: 'Enter your own' })).toHaveAttribute(
      'href',
      '/settings?section=company',
    );
    cleanup();
    await office.admin.settings.save({ company: { ...DEFAULT_FACTS, phone: '(250) 555-0177' } });
    show();
    await findPanel('Set up your company');
    expect(screen.queryByRole('note')).toBeNull();
  });

  test('ticks itself, lets the owner mark a step and take the mark back', async () => {
    const office = openOffice();
    insertRow(office.db, 'team_members');
    show();
    const checklist = await findPanel('Set up your company');
    expect(checklist.getByText('1 of 8 done')).toBeVisible();
    expect(checklist.queryByRole('button', { name: /First team member/ })).toBeNull();
    await press('Mark as done, Taxes');
    expect(await checklist.findByText('2 of 8 done')).toBeVisible();
    expect((await office.admin.settings.get()).checklist).toEqual({ isHidden: false, done: ['taxes'] });
    await press('Not done yet, Taxes');
    expect(await checklist.findByText('1 of 8 done')).toBeVisible();
  });

  test('ticks the last step once the link to the site was copied', async () => {
    const office = openOffice();
    const user = userEvent.setup();
    show();
    await user.click(await screen.findByRole('button', { name: 'Copy link, Share your site' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Copy link, Share your site' })).toBeNull());
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/`);
    expect((await office.admin.settings.get()).checklist.done).toEqual(['share']);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Link copied', description: `${window.location.origin}/`, open: true }));
  });

  test('shows the address where the browser refuses to copy, and leaves the step open', async () => {
    const office = openOffice();
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }));
    show();
    await press('Copy link, Share your site');
    const toast = { title: 'Please copy it by hand', description: `${window.location.origin}/`, open: true };
    await waitFor(() => expect(lastToast()).toMatchObject(toast));
    expect(office.sent('settings.save')).toEqual([]);
  });

  test('can be hidden for everyone, brought back at once, and shown again in the settings', async () => {
    const office = openOffice();
    show();
    await press('Hide checklist');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Set up your company' })).toBeNull());
    expect((await office.admin.settings.get()).checklist.isHidden).toBe(true);
    act(() => lastToast()?.action?.run());
    expect(await findPanel('Set up your company')).toBeTruthy();
  });

  test('is offered in the settings while it is hidden', async () => {
    const office = openOffice();
    await office.admin.settings.save({ checklist: { isHidden: true, done: ['share'] } });
    openPart(<ChecklistChoice />);
    await press('Show checklist');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show checklist' })).toBeNull());
    expect((await office.admin.settings.get()).checklist).toEqual({ isHidden: false, done: ['share'] });
  });

  test('is gone once every step is done', async () => {
    const office = openOffice();
    const done = ['company', 'taxes', 'prices', 'testMail', 'member', 'client', 'job', 'share'] as const;
    await office.admin.settings.save({ checklist: { isHidden: false, done: [...done] } });
    show();
    await screen.findByText('The quotes');
    expect(screen.queryByRole('region', { name: 'Set up your company' })).toBeNull();
  });
});
