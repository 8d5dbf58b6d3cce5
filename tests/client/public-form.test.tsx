import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DraftNote } from '../../src/client/ui/public/draft-note';
import { type Sender, usePublicForm } from '../../src/client/ui/public/public-form';
import type { Issue } from '../../src/shared/errors';

const OFFLINE = /You are offline: nothing was sent/;
const FAILURE = 'That did not work.';

type Values = Record<string, unknown>;
const send = vi.fn<(values: Values) => Promise<string>>();
const findIssues = vi.fn<(values: Record<string, string>) => Issue[]>();
const load = vi.fn<() => Promise<Sender<string>>>();
const network = vi.fn<typeof fetch>();
const done = vi.fn<(result: string) => void>();
const told = vi.fn<(message: string) => void>();

/** The form's own message for a failure. */
let words = FAILURE;

type Returned = { issues: Issue[]; message: string };
function Sent({ returned, isPlain = false }: { returned?: Returned; isPlain?: boolean }) {
  const { issues, problem, isSending, isRestored, attributes } = usePublicForm({
    load,
    draft: 'sent',
    isPlain,
    returned,
    onDone: done,
    onProblem: ({ message }) => {
      told(message);
      return words;
    },
  });
  return (
    <form {...attributes}>
      <input name="name" aria-label="Name" />
      {isRestored && <DraftNote />}
      <p data-testid="problem">{problem}</p>
      <p data-testid="issues">{issues.map(({ message }) => message).join()}</p>
      <button type="submit">{isSending ? 'Sending...' : 'Send'}</button>
    </form>
  );
}
const form = () => document.querySelector('form') as HTMLFormElement;
const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const type = (value: string) => fireEvent.input(name(), { target: { value } });
const problem = () => screen.getByTestId('problem').textContent;
const draft = () => localStorage.getItem('draft:sent');
function reload(): void {
  cleanup();
  render(<Sent />);
}
/** Sets the browser's connection state and fires the matching event. */
function connect(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}
/** Lets everything that is due happen, for a minute. */
const aMinute = () => act(() => vi.advanceTimersByTimeAsync(60_000));
const press = () => {
  fireEvent.click(screen.getByRole('button', { name: /Send/ }));
  return aMinute();
};

beforeEach(() => {
  vi.clearAllMocks();
  words = FAILURE;
  findIssues.mockReturnValue([]);
  send.mockResolvedValue('received');
  load.mockResolvedValue({ findIssues, send });
  vi.stubGlobal('fetch', network);
  vi.useFakeTimers();
  connect(true);
  render(<Sent />);
});

describe('a form without a connection', () => {
  test('sends nothing, keeps the input and says why; back online, one press sends it once', async () => {
    type('Maria');
    connect(false);
    await press();
    expect(problem()).toMatch(OFFLINE);
    expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(OFFLINE));
    expect(name()).toHaveValue('Maria');
    connect(true);
    await aMinute();
    expect([send, network].map((call) => call.mock.calls.length)).toEqual([0, 0]);
    await press();
    expect(send).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Maria' }));
    expect(done).toHaveBeenCalledExactlyOnceWith('received');
    expect(problem()).toBe('');
  });

  test('validates the fields offline', async () => {
    findIssues.mockReturnValue([{ path: 'name', message: 'Please enter your name.' }]);
    connect(false);
    await press();
    expect(screen.getByTestId('issues')).toHaveTextContent('Please enter your name.');
    expect(problem()).toBe('');
    expect(name()).toHaveFocus();
  });

  test('does not submit natively if its script cannot be loaded either', async () => {
    cleanup();
    render(<Sent isPlain />);
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
    load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    connect(false);
    await press();
    expect(problem()).toMatch(OFFLINE);
    expect(network).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
  });

  test('restores its input after a reload, says so, and Clear deletes it', async () => {
    type('Maria');
    await aMinute();
    connect(false);
    reload();
    await aMinute();
    expect(name()).toHaveValue('Maria');
    expect(screen.getByText('We kept what you typed.')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(name()).toHaveValue('');
    expect(screen.queryByText('We kept what you typed.')).not.toBeInTheDocument();
    await aMinute();
    expect(draft()).toBeNull();
  });
});

describe('a missing response', () => {
  test.each([
    ['the connection breaks', new TypeError('Failed to fetch')],
    ['a call reports it', new Error('Failed to fetch', { cause: new TypeError('Failed to fetch') })],
    ['a page comes in its place', new Error('Unexpected token', { cause: new SyntaxError('Unexpected token') })],
  ])('is reported as such when %s, without claiming that nothing was sent', async (_what, fault) => {
    send.mockRejectedValueOnce(fault);
    type('Maria');
    await press();
    expect(problem()).toBe(`${FAILURE} We got no answer. What you typed is kept; please try again once you have a connection.`);
    expect(name()).toHaveValue('Maria');
    expect(draft()).toContain('Maria');
    await aMinute();
    expect(send).toHaveBeenCalledOnce();
  });

  test('is reported once if the form’s own message says so', async () => {
    cleanup();
    words = 'That did not work. We got no answer, and pressing again is safe.';
    render(<Sent />);
    send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await press();
    expect(problem()).toBe(words);
  });

  test('differs from a rejection', async () => {
    send.mockRejectedValueOnce(Object.assign(new Error('Sold out.'), { data: { httpStatus: 409 } }));
    await press();
    expect(problem()).toBe(FAILURE);
    expect(told).toHaveBeenCalledExactlyOnceWith('Sold out.');
  });

  test('of the script lets a plain form submit natively if the server is up', async () => {
    cleanup();
    render(<Sent isPlain />);
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
    load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    network.mockImplementation(async () => new Response('{}'));
    await press();
    expect(submit).toHaveBeenCalledOnce();
    expect(problem()).toBe('');
  });
});

describe('the draft of a form', () => {
  test('is deleted once the form was received, not before', async () => {
    type('Maria');
    await aMinute();
    expect(draft()).toContain('Maria');
    send.mockRejectedValueOnce(Object.assign(new Error('No.'), { data: { httpStatus: 500 } }));
    await press();
    expect(draft()).toContain('Maria');
    await press();
    expect(done).toHaveBeenCalledOnce();
    expect(draft()).toBeNull();
  });

  test('does not overwrite a form that the server returned, and is deleted once that is received', async () => {
    type('Old words');
    await aMinute();
    cleanup();
    render(<Sent returned={{ issues: [], message: 'Please check.' }} />);
    await aMinute();
    expect(name()).toHaveValue('');
    expect(problem()).toBe('Please check.');
    await press();
    expect(draft()).toBeNull();
  });
});

describe('a form that is pressed more than once', () => {
  test('twice in one tick is sent once', async () => {
    act(() => {
      form().requestSubmit();
      form().requestSubmit();
    });
    await press();
    expect(send).toHaveBeenCalledOnce();
  });

  test('while sending is sent once, and can be sent again after a failure', async () => {
    let fail = (_error: Error) => {};
    send.mockImplementationOnce(
      () =>
        new Promise((_done, refuse) => {
          fail = refuse;
        }),
    );
    await press();
    expect(screen.getByRole('button')).toHaveTextContent('Sending...');
    fireEvent.click(screen.getByRole('button'));
    fireEvent.submit(form());
    await aMinute();
    expect(send).toHaveBeenCalledOnce();
    fail(new TypeError('Failed to fetch'));
    await aMinute();
    expect(screen.getByRole('button')).toHaveTextContent(/^Send$/);
    await press();
    expect(send).toHaveBeenCalledTimes(2);
  });
});
