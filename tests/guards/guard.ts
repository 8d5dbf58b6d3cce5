/** A line that prevents a fault, its file, its broken form, and the tests of `tests/` that have to notice. */
export type Guard = { name: string; file: string; from: string; to: string; tests: string[] };
type Row = [name: string, from: string, to: string, tests: string];

/** The guards of one file of `src/server`. */
export const of = (file: string, rows: Row[]): Guard[] =>
  rows.map(([name, from, to, tests]) => ({ name, file: `src/server/${file}`, from, to, tests: tests.split(' ') }));

/** Unique indexes that become plain ones. */
export const unique = (migration: string, rows: [name: string, index: string, tests: string][]): Guard[] =>
  rows.map(([name, index, tests]) => ({
    name: `the database: ${name}`,
    file: `db/migrations/${migration}.sql`,
    from: `CREATE UNIQUE INDEX \`${index}\``,
    to: `CREATE INDEX \`${index}\``,
    tests: tests.split(' '),
  }));

/** The files of a guard's tests. */
export const testFilesOf = ({ tests }: Guard): string[] => tests.map((name) => `tests/${name}.test.ts`);
