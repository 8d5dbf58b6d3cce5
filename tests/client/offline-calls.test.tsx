import { MutationObserver as Button, QueryObserver } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../src/client/trpc';

const client = createQueryClient();
const connect = (isOnline: boolean) => act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
const call = vi.fn<() => Promise<string>>();
/** Waits until pending work is done. */
const settled = () => new Promise((done) => setTimeout(done, 50));

beforeEach(() => {
  call.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  client.mount();
});
afterEach(() => {
  connect(true);
  client.clear();
  client.unmount();
});

test('a button pressed without a network fails at once and is not sent when the network is back', async () => {
  connect(false);
  await expect(new Button(client, { mutationFn: call }).mutate()).rejects.toThrow('Failed to fetch');
  call.mockResolvedValue('sent');
  connect(true);
  await settled();
  expect(call).toHaveBeenCalledOnce();
});

test('a list without a network says so at once, and is read once the network is back', async () => {
  connect(false);
  const list = new QueryObserver(client, { queryKey: ['list'], queryFn: call });
  const stop = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().status).toBe('error'));
  call.mockResolvedValue('rows');
  connect(true);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe('rows'));
  connect(false);
  connect(true);
  await settled();
  expect(call).toHaveBeenCalledTimes(2);
  stop();
});
