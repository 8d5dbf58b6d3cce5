import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../src/client/trpc';

/** Opens a cache with a list, whose answers a test gives in any order. */
function openList() {
  const client = createQueryClient();
  const answers: ((rows: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => void answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  const change = () =>
    client
      .getMutationCache()
      .build(client, { mutationFn: async () => 'done' })
      .execute(undefined);
  const answer = async (call: number, rows: string) => {
    await expect.poll(() => answers.length).toBeGreaterThan(call);
    answers[call]?.(rows);
  };
  return { shown: () => observer.getCurrentResult().data, calls: () => answers.length, answer, change, stop };
}

test('shows the list after an undo even if the list after its step arrives later', async () => {
  const { shown, calls, answer, change, stop } = openList();
  await answer(0, 'pending');
  await expect.poll(shown).toBe('pending');
  const step = change();
  await expect.poll(calls).toBe(2);
  const undo = change();
  await answer(2, 'pending again');
  await undo;
  await answer(1, 'confirmed');
  await step;
  expect(shown()).toBe('pending again');
  expect(calls()).toBe(3);
  stop();
});

test('reads a list again that was still loading when a change ended, since it may be older than the change', async () => {
  const { shown, answer, change, stop } = openList();
  const step = change();
  await answer(0, 'before');
  await answer(1, 'after');
  await step;
  expect(shown()).toBe('after');
  stop();
});
