import { expect } from 'vitest';
import type { BusyShop } from './busy-shop';
import { bodyOf, refusalOf } from './http';
import type { Send } from './offices';

export const many = <T>(count: number, make: (turn: number) => T): T[] => Array.from({ length: count }, (_, turn) => make(turn));

export type Refusal = [status: number, words: RegExp];
/** Returns the answers with this status. All others must be rejected with the other status and sentence. */
export async function succeeded<T = { id: number }>(
  answers: Response[],
  status: number,
  [other, words]: Refusal = [status, /^$/],
): Promise<T[]> {
  const isDone = (answer: Response) => answer.status === status;
  for (const answer of answers) if (!isDone(answer)) expect((await refusalOf(answer, other)).message).toMatch(words);
  return Promise.all(answers.filter(isDone).map((answer) => bodyOf<T>(answer, status)));
}

/** Dispatchers give one work order for a crew of three to fifty members. */
export async function fillCrew(shop: BusyShop, send: Send): Promise<string> {
  const workOrderId = await shop.workOrder(3);
  const calls = many(50, () => shop.as('POST', '/api/work-order-assignments', { workOrderId, teamMemberId: shop.member() }));
  const given = await succeeded<{ teamMemberId: number }>(await send(calls), 201, [409, /^This job has its full crew of 3\.$/]);
  expect(given).toHaveLength(3);
  const crew = shop.column('select team_member_id from work_order_assignments where work_order_id = ?', workOrderId);
  expect(crew.toSorted()).toEqual(given.map(({ teamMemberId }) => teamMemberId).toSorted());
  expect(shop.value('select count(*) from work_order_assignments where work_order_id = ? and is_lead', workOrderId)).toBe(1);
  return '3 of 50 assigned';
}
