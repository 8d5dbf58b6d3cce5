import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm';

type Decoder = { mapFromDriverValue: (value: unknown) => unknown };
type Field = { path: string[]; field: unknown };
type Row = Record<string, unknown>;
/** The parts of a prepared Drizzle statement that are used here. Drizzle sets `joinsNotNullableMap` after it has created the statement. */
type Statement = {
  fields?: Field[];
  joinsNotNullableMap?: Record<string, boolean>;
  values: (input?: object) => unknown[][];
};

/** Returns how Drizzle decodes a selected field. */
const getDecoder = (field: unknown): Decoder =>
  is(field, Column) ? field : (Reflect.get(is(field, SQL) ? field : (Reflect.get(Object(field), 'sql') as SQL), 'decoder') as Decoder);

/**
 * Returns the parts of a selection (`{ job: jobs, client: clients }`) that come from optional joins. Such a part is null if its first
 * column is null.
 */
function findOptionalParts(fields: Field[], joins: Record<string, boolean> | undefined) {
  const columns = fields.flatMap(({ path: [part = '', name], field }) =>
    name !== undefined && is(field, Column) ? { part, name, table: getTableName(field.table) } : [],
  );
  const firsts = columns.filter(({ part }, index) => columns.findIndex((other) => other.part === part) === index);
  return firsts.filter(
    ({ part, table }) => joins && !joins[table] && columns.every((column) => column.part !== part || column.table === table),
  );
}

function createRowMapper(fields: Field[], joins: Record<string, boolean> | undefined): (values: unknown[]) => Row {
  const columns = fields.map(({ path, field }, index) => ({
    index,
    part: path.length > 1 ? path[0] : undefined,
    name: path.at(-1) ?? '',
    decoder: getDecoder(field),
  }));
  const optional = findOptionalParts(fields, joins);
  return (values) => {
    const row: Row = {};
    for (const { index, part, name, decoder } of columns) {
      const value = values[index];
      let target = row;
      if (part !== undefined) {
        row[part] ??= {};
        target = row[part] as Row;
      }
      target[name] = value === null ? null : decoder.mapFromDriverValue(value);
    }
    for (const { part, name } of optional) if ((row[part] as Row)[name] === null) row[part] = null;
    return row;
  };
}

/**
 * Looks up once for each statement how its fields are decoded. Drizzle looks it up again for each value, which takes as long as reading the
 * rows.
 */
export function mapRowsOnce<S extends object>(statement: S): S {
  const made = statement as Statement;
  const { fields, values } = made;
  // Deeper nesting, which no query here selects, is left to Drizzle.
  if (!fields || fields.some(({ path, field }) => path.length > 2 || is(field, Subquery))) return statement;
  let mapper: ((values: unknown[]) => Row) | undefined;
  const toRow = (row: unknown[]) => {
    mapper ??= createRowMapper(fields, made.joinsNotNullableMap);
    return mapper(row);
  };
  return Object.assign(statement, {
    all: (input?: object) => values.call(statement, input).map((row) => toRow(row)),
    // Drizzle's `get` hands its only row to the mapper in a list.
    customResultMapper: ([row = []]: unknown[][]) => toRow(row),
  });
}
