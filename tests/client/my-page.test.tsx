import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { appointmentBookings, clientMessages, clients, ratings } from '../../db/schema';
import { MARIA } from '../support/dispatch';
import { addDone, openMariasPage, openMyPage } from '../support/my-page';
import { change, field, findPanel, lastToast, offline, press } from '../support/office';
import { insertRow } from '../support/rows';

describe('the start of the client’s page', () => {
  test('says what to do while nothing is planned, open or written', async () => {
    await openMariasPage();
    await openMyPage();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hello, Maria Santos');
    expect((await findPanel('Your next visit')).getByRole('link', { name: 'Book an appointment' })).toHaveAttribute(
      'href',
      '/appointments',
    );
    expect(screen.getByText('Nothing is open. Thank you!')).toBeInTheDocument();
    for (const name of ['Your plan', 'Same again?', 'Quotes for you', 'How was your last visit?'])
      expect(screen.queryByRole('region', { name })).toBeNull();
    const links = within(screen.getByRole('navigation', { name: 'My page' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['Home', 'page'],
      ['Visits', null],
      ['Invoices', null],
      ['Messages', null],
      ['Details', null],
    ]);
  });

  test('confirms the next visit', async () => {
    const office = await openMariasPage();
    await office.admin.dispatch.createWorkOrder({ clientId: 1, serviceType: 'residential', scheduledDate: '2026-11-24T17:00:00.000Z' });
    await openMyPage();
    const card = await findPanel('Your next visit');
    expect(card.getByText(/Tuesday, November 24, 2026/)).toBeInTheDocument();
    expect(card.getByText(/10:00 a\.m\. to/)).toBeInTheDocument();
    office.fail('portal.confirmVisit', offline);
    await press('See you then');
    await waitFor(() => expect(lastToast()?.description).toBe('Your answer could not be sent. Please try again.'));
    office.repair('portal.confirmVisit');
    await press('See you then');
    expect(await card.findByText('Confirmed')).toBeInTheDocument();
    expect(card.queryByRole('button', { name: 'See you then' })).toBeNull();
  });

  test('lists open invoices with their pay links, and quotes to review', async () => {
    const office = await openMariasPage();
    addDone(office, '2026-11-18');
    office.db.$client.exec('update work_orders set total_amount_cents = 14900');
    const { rows } = await office.admin.billing.billMany({ workOrderIds: [1], send: true });
    const number = rows[0]?.invoiceNumber ?? '';
    await openMyPage();
    const card = await findPanel('To pay');
    const pay = card.getByRole('link', { name: 'Pay' });
    expect(pay).toHaveAttribute('href', expect.stringMatching(/^\/pay\/[\w-]+$/));
    expect(pay).toHaveAccessibleDescription(expect.stringContaining(number));
    await openMyPage('invoices');
    const list = await findPanel('Invoices');
    expect(list.getByText(number)).toBeInTheDocument();
    expect(list.getByText('Open')).toBeInTheDocument();
    expect(list.getByRole('link', { name: `PDF, ${number}` })).toHaveAttribute('href', '/my/invoices/1.pdf');
    expect((await findPanel('Receipts')).getByText(/once you have paid/)).toBeInTheDocument();
  });

  test('links to all invoices while an open one is older than the newest 20', async () => {
    const office = await openMariasPage();
    insertRow(office.db, 'invoices', { customer_email: MARIA.email, status: 'pending' });
    for (let number = 2; number <= 21; number++)
      insertRow(office.db, 'invoices', {
        ...{ customer_email: MARIA.email, status: 'paid', paid_date: '2026-11-20', invoice_number: `SPC${number}`, number_value: number },
      });
    await openMyPage();
    const card = await findPanel('To pay');
    expect(card.getByText('$11.90')).toBeInTheDocument();
    expect(card.getByRole('link', { name: 'All invoices' })).toHaveAttribute('href', '/my/invoices');
  });

  test('books the same visit again with two presses, once', async () => {
    const office = await openMariasPage();
    addDone(office, '2026-11-18');
    await openMyPage();
    const card = await findPanel('Same again?');
    await press('Book again');
    const windows = await card.findAllByRole('button');
    expect(windows.length).toBeGreaterThan(1);
    office.fail('portal.bookAgain', offline);
    await userEvent.click(windows[0] as HTMLElement);
    expect(await card.findByText('The visit could not be booked. Please try again.')).toBeInTheDocument();
    office.repair('portal.bookAgain');
    await userEvent.click(windows[0] as HTMLElement);
    expect(await card.findByRole('status')).toHaveTextContent(/^You are booked for .*\. Your reference is SPC-/);
    const [first, second] = office.sent('portal.bookAgain');
    expect(second?.bookingReference).toBe(first?.bookingReference);
    expect(office.shop.rows(appointmentBookings)).toHaveLength(1);
  });

  test('loads the free windows again, and keeps the focus in their place', async () => {
    const office = await openMariasPage();
    addDone(office, '2026-11-18');
    office.fail('portal.bookAgainOptions', offline);
    await openMyPage();
    await press('Book again');
    const card = await findPanel('Same again?');
    expect(await card.findByRole('alert')).toHaveTextContent('The free windows could not be loaded.');
    office.repair('portal.bookAgainOptions');
    await press('Try again');
    expect(await card.findByText(/Which window suits you\?/)).toHaveFocus();
  });

  test('rates the last visit with stars, thanks, and shows where to review whatever the stars', async () => {
    const office = await openMariasPage();
    addDone(office, '2026-11-18');
    await openMyPage();
    const card = await findPanel('How was your last visit?');
    await press('Send rating');
    expect(await card.findByText('Please choose one to five stars.')).toBeInTheDocument();
    await userEvent.click(card.getByRole('radio', { name: '1 star' }));
    change('What should we know?', 'The kitchen was not done.');
    await press('Send rating');
    expect(await card.findByRole('status')).toHaveTextContent('Thank you for your rating!');
    expect(card.getByRole('link', { name: 'Write a review' })).toHaveAttribute('href', expect.stringMatching(/^https:/));
    expect(office.shop.rows(ratings)).toMatchObject([{ workOrderId: 1, stars: 1, text: 'The kitchen was not done.' }]);
    await openMyPage('visits');
    const past = await findPanel('Past');
    expect(past.getByText('1 star')).toBeInTheDocument();
    expect(past.queryByRole('button', { name: 'Rate this visit' })).toBeNull();
  });
});

describe('the messages of a client', () => {
  const write = (office: Awaited<ReturnType<typeof openMariasPage>>, count: number) =>
    office.db
      .insert(clientMessages)
      .values(
        Array.from({ length: count }, (_, place) => ({
          ...{ clientId: 1, from: place % 2 === 0 ? ('office' as const) : ('client' as const), text: `Message ${place + 1}.` },
          createdAt: `2026-11-19T10:${String(place).padStart(2, '0')}:00.000Z`,
        })),
      )
      .run();
  const shown = () => screen.getAllByText(/^Message \d+\.$/).map(({ textContent }) => textContent);

  test('begin with an empty conversation, and keep what is typed until it is sent', async () => {
    const office = await openMariasPage();
    await openMyPage('messages');
    expect(screen.getByText(/Nothing is written yet/)).toBeInTheDocument();
    await press('Send message');
    expect(await screen.findByText('Please write a message.')).toBeInTheDocument();
    expect(field('Your message')).toHaveFocus();
    change('Your message', 'Is the cat in?');
    office.fail('portal.sendMessage', offline);
    await press('Send message');
    expect(await screen.findByText(/could not be sent\. It is kept here/)).toBeInTheDocument();
    expect(field('Your message')).toHaveValue('Is the cat in?');
    office.repair('portal.sendMessage');
    await press('Send message');
    await waitFor(() => expect(field('Your message')).toHaveValue(''));
    expect(await screen.findByText('Is the cat in?', { selector: 'li p' })).toBeInTheDocument();
    expect(office.shop.rows(clientMessages)).toMatchObject([{ clientId: 1, from: 'client', text: 'Is the cat in?' }]);
  });

  test('stand with the newest last, older ones on request, and are marked as read once shown', async () => {
    const office = await openMariasPage();
    write(office, 25);
    await openMyPage();
    expect(screen.getByRole('link', { name: /^Messages, 13 unread$/ })).toBeInTheDocument();
    await openMyPage('messages');
    expect(shown().at(-1)).toBe('Message 25.');
    expect(shown()).toHaveLength(20);
    await press('Show older messages');
    await waitFor(() => expect(shown()[0]).toBe('Message 1.'));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Messages' })).toBeInTheDocument());
    expect(office.sent('portal.markRead')).toHaveLength(1);
  });

  test('say that the session has ended, and keep what is typed', async () => {
    const office = await openMariasPage();
    await openMyPage('messages');
    await office.admin.clients.endPortalSessions({ id: 1 });
    change('Your message', 'Hello?');
    await press('Send message');
    expect(await screen.findByRole('link', { name: 'Sign in again' })).toHaveAttribute('href', '/my');
    expect(field('Your message')).toHaveValue('Hello?');
  });
});

describe('the details of a client', () => {
  test('are saved, with errors at their fields', async () => {
    const office = await openMariasPage();
    await openMyPage('details');
    change(/^Name/, '');
    await press('Save contact');
    await waitFor(() => expect(field(/^Name/)).toHaveAccessibleDescription('Please enter your name.'));
    expect(field(/^Name/)).toHaveFocus();
    change(/^Name/, 'Maria Silva');
    change('Phone', '(250) 555-0199');
    await press('Save contact');
    await waitFor(() => expect(lastToast()?.title).toBe('Saved'));
    change('Gate', '#4411');
    await press('Save access notes');
    await waitFor(() =>
      expect(office.shop.rows(clients)).toMatchObject([{ name: 'Maria Silva', phone: '(250) 555-0199', accessGate: '#4411' }]),
    );
  });

  test('ask whether a new e-mail address is spelled correctly before it counts', async () => {
    const office = await openMariasPage();
    await openMyPage('details');
    change(/^Email/, 'maria@exmaple.com');
    await press('Save contact');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/invoices and reminders go to maria@exmaple\.com\./)).toBeVisible();
    await press('Cancel', question);
    expect(field(/^Email/)).toHaveValue('maria@exmaple.com');
    expect(office.sent('portal.setContact')).toEqual([]);
    change(/^Email/, 'maria.new@example.com');
    await press('Save contact');
    await press('Continue', within(await screen.findByRole('alertdialog')));
    await waitFor(() => expect(office.shop.rows(clients)).toMatchObject([{ email: 'maria.new@example.com' }]));
    change('Phone', '(250) 555-0199');
    await press('Save contact');
    await waitFor(() => expect(office.sent('portal.setContact')).toHaveLength(2));
  });

  test('hold the consents, each saved when it is pressed', async () => {
    const office = await openMariasPage();
    await openMyPage('details');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Offers by e-mail/ }));
    await waitFor(() => expect(office.sent('portal.setConsents')).toEqual([{ offers: true, sms: false }]));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Offers by e-mail/ })).toBeChecked());
    await userEvent.click(screen.getByRole('checkbox', { name: /^Text messages/ }));
    await waitFor(() => expect(office.sent('portal.setConsents').at(-1)).toEqual({ offers: true, sms: true }));
  });

  test('ask before all sessions are ended', async () => {
    const office = await openMariasPage();
    await openMyPage('details');
    expect(screen.getByRole('link', { name: 'Download my data' })).toHaveAttribute('href', '/my/data.json');
    await press('Sign out everywhere');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/on all your devices/)).toBeInTheDocument();
    await press('Cancel', question);
    expect(office.sent('portal.signOutEverywhere')).toEqual([]);
  });
});
