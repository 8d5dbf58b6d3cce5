import { expect, test } from 'vitest';
import type { z } from 'zod';
import { appRouter } from '../../src/server/router';

type Schemas = { _def: { inputs: z.ZodType[]; output?: z.ZodType } };
const schemas = Object.entries(appRouter._def.procedures as unknown as Record<string, Schemas>).flatMap(([name, { _def }]) =>
  [..._def.inputs, _def.output].flatMap((schema) => (schema ? [{ name, schema }] : [])),
);

/** Returns what a schema says about a value, as tRPC calls it. */
function validate(schema: z.ZodType, value: unknown): unknown {
  try {
    return schema.parseAsync(value);
  } catch (error) {
    return error;
  }
}

test('every schema of a procedure is validated at once, since zod compiles schemas only for that', () => {
  expect(schemas.length).toBeGreaterThan(200);
  expect(schemas.filter(({ schema }) => validate(schema, {}) instanceof Promise).map(({ name }) => name)).toEqual([]);
});
