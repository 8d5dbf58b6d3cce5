import fc from 'fast-check';
import { AMOUNTS, BROKEN, DAYS, IDS, LENGTHS, LINES, NUMBERS, STRANGE } from '../support/hostile';
import { times } from '../support/length';
import type { Input } from './samples';

const text = fc.oneof(
  { arbitrary: fc.constantFrom<string>(...LINES), weight: 5 },
  fc.constantFrom<string>(...BROKEN),
  fc.constantFrom<string>(...DAYS, ...AMOUNTS),
  fc
    .tuple(fc.constantFrom(...LENGTHS), fc.constantFrom('x', 'é', '😀', '<', '\n'))
    .map(([length, letter]) => letter.repeat(Math.ceil(length / letter.length))),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  // The unit 'binary' of fast-check does the same, but takes two seconds to list all characters.
  fc
    .array(
      fc.nat(0x10_f7_ff).map((place) => String.fromCodePoint(place < 0xd8_00 ? place : place + 0x8_00)),
      { maxLength: 40 },
    )
    .map((letters) => letters.join('')),
);
const number = fc.oneof(fc.constantFrom<number>(...NUMBERS), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
const strange = fc.oneof(fc.constantFrom(...STRANGE), fc.jsonValue({ maxDepth: 3 }), fc.constant(nested(100)));

/** Lists in lists. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}

/** Something in the place of a value: mostly of its own kind, sometimes of any. */
function instead(value: unknown, field: string): fc.Arbitrary<unknown> {
  const isId = /(^id|Ids?|^orderNumber|^cursor)$/.test(field);
  const isDay = /date|day|from|^to$|at$|for$|arrival|time/i.test(field);
  const isAmount = typeof value === 'string' && /^\d+\.\d\d$/.test(value);
  const own = isId
    ? fc.constantFrom<unknown>(...IDS)
    : isAmount
      ? fc.oneof(fc.constantFrom<unknown>(...AMOUNTS), number)
      : isDay
        ? fc.constantFrom<unknown>(...DAYS)
        : typeof value === 'number'
          ? fc.oneof(number, fc.constantFrom<unknown>(...AMOUNTS))
          : typeof value === 'boolean'
            ? fc.constantFrom<unknown>(true, false, 0, 1, 'true', 'false', '')
            : Array.isArray(value)
              ? fc.constantFrom<unknown>([], [...value, ...value], Array(1001).fill(value[0] ?? null), { 0: value[0], length: 1 })
              : text;
  return fc.oneof(
    { arbitrary: own, weight: 6 },
    { arbitrary: text, weight: 2 },
    { arbitrary: number, weight: 1 },
    { arbitrary: strange, weight: 2 },
  );
}

export type Place = readonly (string | number)[];
/** Every place of an input, also within its parts. */
export function placesIn(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [place];
  const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...(place.length > 0 ? [place] : []), ...parts.flatMap(([key, part]) => placesIn(part, [...place, key]))];
}
export const at = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((node, key) => (node as Record<string | number, unknown>)[key], value);

/** A copy of an input with one place changed, or without it. */
function changed(input: Input, place: Place, change: (parent: Record<string | number, unknown>, key: string | number) => void): Input {
  const copy = structuredClone(input);
  const key = place.at(-1);
  if (key !== undefined) change(at(copy, place.slice(0, -1)) as Record<string | number, unknown>, key);
  return copy;
}

/** A copy of an input with another value in one place. */
export const replaced = (input: Input, place: Place, value: unknown): Input =>
  changed(input, place, (parent, key) => {
    parent[key] = value;
  });

/** All of a table in the full form; in the short one `count` of it, others for each turn. */
export const someOf = <T>(table: readonly T[], count: number, turn: number): T[] =>
  Array.from(
    { length: Math.min(table.length, times(count, table.length)) },
    (_, place) => table[(turn * count + place) % table.length] as T,
  );

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'length', 'then', '$where', 'isAdmin', 'role', 'actor', ''];
const withField = (input: Input, name: string, value: unknown): Input => {
  const copy = structuredClone(input);
  // As JSON.parse makes it: a field of its own, also where the name is the prototype's.
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
};

/** Returns a good input with one field changed, removed or added; unchanged if it has no fields. */
export function mutated(sample: Input): fc.Arbitrary<Input> {
  const places = placesIn(sample);
  const extra = fc.tuple(fc.constantFrom(...NAMES), fc.oneof(text, strange)).map(([name, value]) => withField(sample, name, value));
  if (places.length === 0) return extra;
  const place = fc.constantFrom(...places);
  const exchanged = place.chain((where) =>
    instead(at(sample, where), String(where.findLast((key) => typeof key === 'string'))).map((value) => replaced(sample, where, value)),
  );
  const removed = place.map((where) =>
    changed(sample, where, (parent, key) => {
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
    }),
  );
  return fc.oneof({ arbitrary: exchanged, weight: 10 }, { arbitrary: removed, weight: 2 }, { arbitrary: extra, weight: 1 });
}

/** Anything that JSON can say, and objects with the fields' names and anything in them. */
export function anything(sample: Input): fc.Arbitrary<unknown> {
  const names = Object.keys(sample);
  const value = fc.oneof(text, number, strange);
  const named = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
  return fc.oneof(fc.jsonValue({ maxDepth: 4 }), named, strange, fc.constant(nested(1000)));
}
