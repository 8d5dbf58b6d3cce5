import '@testing-library/jest-dom/vitest';
import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OpenPage } from '../../src/client/features/portal/open-page';
import { SignIn } from '../../src/client/features/portal/sign-in';
import { MARIA } from '../support/dispatch';
import { change, field, offline, openOffice, press } from '../support/office';
import { requestSignIn, signInWith } from '../support/portal';

const SENT = 'If we know this address, a link is on its way. It works for 15 minutes.';

describe('the sign-in of a client', () => {
  test.each(['maria@example.com', 'nobody@example.com'])('answers %s in the same words', async (email) => {
    const office = openOffice({ as: 'nobody' });
    await office.admin.clients.create(MARIA);
    render(<SignIn />);
    change(/^Email/, email);
    await press('Sign in');
    const answer = await screen.findByText(SENT);
    await waitFor(() => expect(answer).toHaveFocus());
    expect(office.sent('portal.requestLink').length + office.requests.length).toBeGreaterThan(0);
    await press('Use another address');
    expect(field(/^Email/)).toHaveValue('');
  });

  test('asks for a missing address at its field, and keeps an address that could not be sent', async () => {
    const office = openOffice({ as: 'nobody' });
    render(<SignIn />);
    await press('Sign in');
    await waitFor(() => expect(field(/^Email/)).toHaveAccessibleDescription('Please enter your email address.'));
    change(/^Email/, 'maria@example.com');
    office.fail('portal.requestLink', offline);
    await press('Sign in');
    expect(await screen.findByText(/could not be sent\. Please try again\. We got no answer/)).toBeInTheDocument();
    expect(field(/^Email/)).toHaveValue('maria@example.com');
  });
});

describe('the page of a sign-in link', () => {
  test('says that a link is used, and leads to a new one or to the open page', async () => {
    const office = openOffice({ as: 'nobody' });
    await office.admin.clients.create(MARIA);
    const token = await requestSignIn(office.shop, MARIA.email);
    await signInWith(office.shop, token);
    const { unmount } = render(<OpenPage token={token} signedInAs={null} />);
    await press('Open my page');
    expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in link was used already. Please ask for a new one.');
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/my');
    unmount();
    render(<OpenPage token={token} signedInAs="Maria Santos" />);
    await press('Open my page');
    expect(await screen.findByRole('link', { name: 'Go to my page' })).toHaveAttribute('href', '/my');
  });

  test.each([
    ['the connection is lost', offline, /We got no answer/],
    ['the server fails', () => Response.json({ error: { message: 'Fault.', data: { httpStatus: 500 } } }), /That did not work/],
  ])('can be pressed again when %s', async (_what, fault, words) => {
    const office = openOffice({ as: 'nobody' });
    office.fail('portal.openLink', fault);
    render(<OpenPage token={'x'.repeat(43)} signedInAs={null} />);
    await press('Open my page');
    expect(await screen.findByText(words)).toBeInTheDocument();
    office.repair('portal.openLink');
    await press('Open my page');
    expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in link is not valid.');
  });
});
