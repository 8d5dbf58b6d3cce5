import { expect, test } from 'vitest';
import { z } from 'zod';
import { publicCode, toCallerError } from '../../src/server/trpc';
import { confirmable, notifiable } from '../../src/shared/confirmation';
import { askFirst } from '../../src/shared/errors';

const input = z.object({ ...confirmable, ...notifiable });

function refusalOf(sent: unknown) {
  try {
    askFirst(input.parse(sent).confirm, 'Bill it again?');
    return undefined;
  } catch (error) {
    return toCallerError(error);
  }
}

test('a call that asks first is a conflict with its own code until it carries confirm: true', () => {
  for (const sent of [{}, { confirm: false }]) {
    const error = refusalOf(sent);
    expect(error).toMatchObject({ code: 'CONFLICT', message: 'Bill it again?' });
    expect(error && publicCode(error)).toBe('CONFIRMATION_NEEDED');
  }
  expect(refusalOf({ confirm: true })).toBeUndefined();
  expect(() => input.parse({ confirm: 'yes' })).toThrow();
});
