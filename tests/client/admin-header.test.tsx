import '@testing-library/jest-dom/vitest';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { AdminHeader } from '../../src/client/features/shell/admin-header';
import { openOffice } from '../support/office';

test('the admin header shows the end of the login in the same form as all other times of the office', async () => {
  openOffice({ now: '2026-11-22T23:46:00.000Z' });
  render(
    <CallsProvider>
      <AdminHeader />
    </CallsProvider>,
  );
  expect(await screen.findByText('Logged in as owner until 4:46 a.m.')).toBeVisible();
});
