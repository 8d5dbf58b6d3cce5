import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { QuoteForm } from '../../src/client/features/quotes/quote-form';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { Toaster } from '../../src/client/ui/toast/toaster';

const FAILURE = 'There was a problem submitting your inquiry. Please try again.';
const TYPED = {
  Name: 'Maria Santos',
  Email: 'maria@example.com',
  Phone: '(250) 555-0133',
  Address: '12 Seymour St',
  Message: 'Every two weeks, please.',
};

/** Only the network is replaced: `sent` collects the requests and `answer` is the response. */
const network = vi.fn<typeof fetch>();
const sent = () =>
  network.mock.calls.map(([url, init]) => ({
    url: String(url),
    body: JSON.parse(String(init?.body)) as Record<string, Record<string, unknown>>,
  }));
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const received = () => json(200, [{ result: { data: { success: true, inquiry: { id: 1 } } } }]);
const refused = (httpStatus: number, message: string, more: object = {}) =>
  json(httpStatus, [{ error: { message, code: -32600, data: { code: 'X', httpStatus, ...more } } }]);

beforeEach(() => {
  network.mockReset().mockImplementation(async () => received());
  vi.stubGlobal('fetch', network);
});

function open() {
  render(
    <>
      <QuoteForm returned={undefined} isReceived={false} />
      <Toaster />
    </>,
  );
}
// The label of a required field ends with a star that screen readers skip.
const field = (label: string) =>
  screen.getByRole<HTMLInputElement>(label === 'Service Type' ? 'combobox' : 'textbox', { name: new RegExp(`^${label}`) });
async function fillIn(values: Record<string, string> = TYPED, service = 'residential') {
  for (const [label, text] of Object.entries(values)) fireEvent.change(field(label), { target: { value: text } });
  await userEvent.selectOptions(field('Service Type'), service);
}
const button = () => screen.getByRole('button', { name: /^(Get Free Quote|Sending)/ });
const press = () => userEvent.click(button());
const toast = () => readToasts().at(-1);
const thanked = () => screen.findByText('Thank you for your inquiry!');

describe('the quote form', () => {
  test('has the specified fields and announces which are required', () => {
    open();
    const labels = ['Name', 'Email', 'Phone', 'Address', 'Service Type', 'Message'];
    expect(labels.map((label) => [label, field(label).getAttribute('aria-required')])).toEqual([
      ['Name', 'true'],
      ['Email', 'true'],
      ['Phone', null],
      ['Address', 'true'],
      ['Service Type', 'true'],
      ['Message', null],
    ]);
    const options = [...field('Service Type').querySelectorAll('option')].map((option) => option.value).filter(Boolean);
    expect(options).toEqual(['residential', 'commercial', 'specialty', 'emergency']);
    expect(field('Name').form).toHaveAttribute('novalidate');
  });

  test('sends the typed values, then thanks and promises an answer within 24 hours', async () => {
    open();
    await fillIn();
    await press();
    await thanked();
    expect(screen.getByText(/within 24 hours/)).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Thank you for your inquiry!' })).toHaveFocus();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.url).toContain('/trpc/quotes.submit');
    expect(sent()[0]?.body['0']).toMatchObject({
      name: TYPED.Name,
      email: TYPED.Email,
      phone: TYPED.Phone,
      address: TYPED.Address,
      message: TYPED.Message,
      serviceType: 'residential',
    });
    // The server rejects a form that was filled in within two seconds as spam.
    expect(sent()[0]?.body['0']?.filledInMs).toBeGreaterThanOrEqual(2000);
  });

  test.each([
    ['Name', { ...TYPED, Name: '' }, 'residential'],
    ['Name', { ...TYPED, Name: '   ' }, 'residential'],
    ['Email', { ...TYPED, Email: '' }, 'residential'],
    ['Service Type', TYPED, ''],
  ])('does not send without %s, and shows the specified message at the field', async (label, values, service) => {
    open();
    await fillIn(values, service);
    await press();
    await waitFor(() =>
      expect(toast()).toMatchObject({
        title: 'Missing Information',
        description: 'Please fill in all required fields.',
        kind: 'destructive',
        open: true,
      }),
    );
    expect(field(label)).toHaveAttribute('aria-invalid', 'true');
    expect(field(label)).toHaveAccessibleDescription(/^Please (enter|choose) /);
    expect(field(label)).toHaveFocus();
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1);
    expect(sent()).toEqual([]);
  });

  test('names each of the three required fields when left empty', async () => {
    open();
    await press();
    await waitFor(() => expect(toast()?.title).toBe('Missing Information'));
    expect([...document.querySelectorAll('[aria-invalid]')]).toEqual(['Name', 'Email', 'Service Type'].map(field));
    expect(await screen.findByText('Missing Information')).toBeInTheDocument();
  });

  test('explains what is wrong with an invalid e-mail address', async () => {
    open();
    await fillIn({ ...TYPED, Email: 'maria at example.com' });
    await press();
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription(/valid email address/));
    expect(toast()?.title).not.toBe('Missing Information');
    expect(sent()).toEqual([]);
  });

  test('can be sent without phone, address and message', async () => {
    open();
    await fillIn({ Name: TYPED.Name, Email: TYPED.Email }, 'emergency');
    await press();
    await thanked();
    expect(sent()[0]?.body['0']).toMatchObject({ phone: null, address: null, message: null, serviceType: 'emergency' });
  });

  test.each<[string, () => Promise<Response>]>([
    ['the network is down', () => Promise.reject(new TypeError('fetch failed'))],
    ['the server fails', async () => refused(500, 'Something went wrong. Please try again.')],
    ['the storage is full', async () => refused(503, 'Storage is not available right now. Please try again.')],
    ['something in between answers with a page', async () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['it was once too often', async () => refused(429, 'Too many requests. Please try again in 60 seconds.')],
  ])('keeps the typed values when %s, shows an error, and can be sent again', async (_what, answer) => {
    open();
    await fillIn();
    network.mockImplementationOnce(answer);
    await press();
    expect(await screen.findByText((text, element) => element?.tagName === 'P' && text.startsWith(FAILURE))).toBeInTheDocument();
    expect(toast()).toMatchObject({ description: FAILURE, kind: 'destructive' });
    for (const [label, text] of Object.entries(TYPED)) expect(field(label)).toHaveValue(text);
    expect(field('Service Type')).toHaveValue('residential');
    await waitFor(() => expect(button()).toHaveTextContent('Get Free Quote'));
    await press();
    await thanked();
    expect(sent()).toHaveLength(2);
  });

  test("shows the server's error at its field", async () => {
    open();
    await fillIn();
    network.mockImplementationOnce(async () =>
      refused(400, 'No.', { issues: [{ path: 'phone', message: 'Please use one line of ordinary text.' }] }),
    );
    await press();
    await waitFor(() => expect(field('Phone')).toHaveAccessibleDescription('Please use one line of ordinary text.'));
    expect(field('Message')).toHaveValue(TYPED.Message);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['pressed twice', () => userEvent.dblClick(button())],
    [
      'pressed and sent with Enter',
      async () => {
        await press();
        fireEvent.submit(field('Name').form as HTMLFormElement);
      },
    ],
  ])('when %s is sent once', async (_what, twice) => {
    let answer = (_response: Response) => {};
    network.mockImplementation(
      () =>
        new Promise((done) => {
          answer = done;
        }),
    );
    open();
    await fillIn();
    await twice();
    expect(button()).toHaveTextContent('Sending...');
    await waitFor(() => expect(network).toHaveBeenCalled());
    await press();
    fireEvent.submit(field('Name').form as HTMLFormElement);
    answer(received());
    await thanked();
    expect(network).toHaveBeenCalledOnce();
  });

  test('is empty again after the thanks', async () => {
    open();
    await fillIn();
    await press();
    await thanked();
    await userEvent.click(screen.getByRole('button', { name: 'Send another request' }));
    for (const label of Object.keys(TYPED)) expect(field(label)).toHaveValue('');
  });
});

describe('a form returned by the server', () => {
  test('shows the typed values and their errors', () => {
    const returned = {
      values: { name: 'Maria Santos', email: '', serviceType: 'specialty', message: 'Windows' },
      issues: [{ path: 'email', message: 'Missing Information: Please fill in all required fields.', kind: 'required' as const }],
      message: 'Missing Information: Please fill in all required fields.',
    };
    render(<QuoteForm returned={returned} isReceived={false} />);
    expect([field('Name').value, field('Service Type').value, field('Message').value]).toEqual(['Maria Santos', 'specialty', 'Windows']);
    expect(field('Email')).toHaveAccessibleDescription('Please enter your email address.');
    expect(screen.getByText('Missing Information: Please fill in all required fields.')).toBeInTheDocument();
  });

  test('shows the thanks after a form was received', () => {
    render(<QuoteForm returned={undefined} isReceived />);
    expect(screen.getByText('Thank you for your inquiry!')).toBeInTheDocument();
  });
});
