import { expect } from 'vitest';
import { checkInvariants } from '../../db/invariants';
import type { Shop } from './shop';

type Composition = Parameters<Shop['admin']['quoting']['compose']>[0];

export const WINDOWS = { kind: 'service', description: 'Windows, inside and out', price: '150.00', minutes: 120 } as const;
export const OVEN = { kind: 'extra', description: 'Oven', price: '40.00', minutes: 30, isOptional: true } as const;
export const SUPPLIES = { kind: 'goods', description: 'Refill kit', price: '20.00', isOptional: true } as const;
export const SPRING = { kind: 'discount', description: 'Spring discount', price: '-10.00' } as const;

const ANNA = {
  ...{ name: 'Anna Berg', email: 'anna@example.com', phone: '(250) 555-0177', address: '5 Battle St, Kamloops' },
  serviceType: 'residential' as const,
  message: 'The whole house, please.',
};

/** Sends Anna's quote request. Returns its id. */
export async function request(shop: Shop, changes: Partial<Parameters<Shop['visitor']['quotes']['submit']>[0]> = {}): Promise<number> {
  const { inquiry } = await shop.visitor.quotes.submit({ ...ANNA, ...changes });
  return inquiry.id;
}

/** Writes a quote for Anna's request: 140.00 before tax, and optional lines. */
export async function compose(shop: Shop, changes: Partial<Composition> = {}) {
  const whom = changes.clientId === undefined && changes.inquiryId === undefined ? { inquiryId: await request(shop) } : {};
  return shop.admin.quoting.compose({ serviceType: 'residential', lines: [WINDOWS, SPRING, OVEN, SUPPLIES], ...whom, ...changes });
}

/** Writes and sends a quote. Returns it with the token of its link. */
export async function send(shop: Shop, changes: Partial<Composition> = {}) {
  const { id } = await compose(shop, changes);
  const quote = await shop.admin.quoting.send({ id });
  return { ...quote, token: quote.token ?? '' };
}

type Sent = Awaited<ReturnType<typeof send>>;
type Approval = Parameters<Shop['visitor']['quoting']['approve']>[0];

/** Returns the id of a line by its description. */
export const idOf = ({ lines }: Pick<Sent, 'lines'>, description: string): number =>
  lines.find((line) => line.description === description)?.id ?? 0;

/** Approves a quote as Anna, by default without optional lines. */
export const approve = (
  shop: Shop,
  { token, version, total }: Pick<Sent, 'token' | 'version' | 'total'>,
  changes: Partial<Approval> = {},
) => shop.visitor.quoting.approve({ token, version, total, chosen: [], name: 'Anna Berg', ...changes });

/** Returns the code of a rejected answer, and the quote that came with it. */
export const getCurrent = (answer: Promise<unknown>): Promise<Record<string, unknown>> =>
  answer.then(
    () => expect.fail('It was accepted.'),
    (error: { code: string; cause: { current: Record<string, unknown> } }) => ({ code: error.code, ...error.cause.current }),
  );

/** Checks that all rules of the books hold. */
export const assertSound = (shop: Shop): void => expect(checkInvariants(shop.db.$client).filter(({ count }) => count > 0)).toEqual([]);
