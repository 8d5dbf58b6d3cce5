import '@testing-library/jest-dom/vitest';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { AdminHeader } from '../../src/client/features/shell/admin-header';
import { fakeCalls } from '../support/office';

test('the admin header shows the end of the login like all other times of the office', async () => {
  fakeCalls({ 'session.current': () => ({ name: 'Robin', expiresAt: '2026-11-23T11:46:00.000Z' }) });
  render(
    <CallsProvider>
      <AdminHeader />
    </CallsProvider>,
  );
  expect(await screen.findByText('Logged in as Robin until 4:46 a.m.')).toBeVisible();
});
