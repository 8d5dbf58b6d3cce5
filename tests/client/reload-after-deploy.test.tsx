import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reloadAfterDeploy } from '../../src/client/reload-after-deploy';

/** Answers that the server is not healthy, so that the page asks, but never reloads. */
const ask = vi.fn((_address: string) => Promise.resolve(new Response(null, { status: 503 })));
const missFile = () => window.dispatchEvent(new Event('vite:preloadError'));

/** A field whose value React holds, in no form. */
function Remarks() {
  const [text, setText] = useState('');
  return <textarea aria-label="Remarks" value={text} onChange={(event) => setText(event.target.value)} />;
}

beforeAll(reloadAfterDeploy);
beforeEach(() => {
  ask.mockClear();
  vi.stubGlobal('fetch', ask);
});

describe('a file that a deploy removed', () => {
  test('reloads a page whose fields are empty', async () => {
    render(<Remarks />);
    missFile();
    await waitFor(() => expect(ask).toHaveBeenCalledExactlyOnceWith('/api/health'));
  });

  test('reloads no page with typed text that was not sent, until the text is gone', async () => {
    render(<Remarks />);
    await userEvent.type(screen.getByLabelText('Remarks'), 'Key at the desk');
    missFile();
    expect(ask).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByLabelText('Remarks'));
    missFile();
    expect(ask).toHaveBeenCalledOnce();
  });

  test('reloads a page with a ticked box', async () => {
    render(<input type="checkbox" aria-label="Select" />);
    await userEvent.click(screen.getByLabelText('Select'));
    missFile();
    expect(ask).toHaveBeenCalledOnce();
  });

  test('does not reload if the browser forbids to store when it did, which could go on forever', async () => {
    const reload = vi.fn();
    vi.stubGlobal('location', { ...window.location, reload });
    ask.mockResolvedValueOnce(new Response(null, { status: 200 }));
    const forbidden = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden });
    missFile();
    await waitFor(() => expect(ask).toHaveBeenCalledOnce());
    await new Promise((done) => setTimeout(done));
    expect(reload).not.toHaveBeenCalled();
  });
});
