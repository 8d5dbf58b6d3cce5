import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { EXPORT_TABLES, type ImportReport } from '../../src/shared/data';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const backupOf = (day: number) => {
  const date = String(day).padStart(2, '0');
  return { name: `202611${date}T200000Z.db`, bytes: 1_440_000, at: `2026-11-${date}T20:00:00.000Z` };
};
const REPORT: ImportReport = {
  kind: 'clients',
  isDryRun: true,
  isWritten: false,
  columns: ['email', 'name'],
  ignored: ['Colour'],
  counts: { create: 1, update: 1, unchanged: 1, error: 0 },
  rows: [
    { row: 2, outcome: 'create', label: 'ann@example.com', fields: [], messages: [] },
    { row: 3, outcome: 'update', label: 'maria@example.com', fields: ['name', 'notes'], messages: [] },
    { row: 4, outcome: 'unchanged', label: 'lee@example.com', fields: [], messages: [] },
  ],
};

/** Builds the list of backups in the shape that the server returns. */
const listOf = (rows: ReturnType<typeof backupOf>[], total = rows.length, isOverdue = false) => ({
  rows,
  total,
  lastAt: rows[0]?.at ?? null,
  isOverdue,
});

/** The section, with a server that answers files by `answer`. */
function openData(more: Parameters<typeof fakeCalls>[0] = {}, answer: (isDryRun: boolean) => Response = () => Response.json(REPORT)) {
  let rows = [20, 19].map(backupOf);
  const office = fakeCalls({
    'data.backups': () => listOf(rows),
    'data.backUp': () => {
      rows = [backupOf(21), ...rows];
      return rows[0];
    },
    ...more,
  });
  const sent: [path: string, dryRun: unknown, file: unknown][] = [];
  const calls = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!String(address).startsWith('/api/data/')) return calls(address, init);
    const form = init?.body as FormData;
    sent.push([address, form.get('dryRun'), (form.get('file') as File).name]);
    return answer(form.get('dryRun') === 'true');
  });
  openStaffPage(Route, '/settings?section=data');
  return { ...office, files: sent };
}
const choose = async (file = new File(['email\na@example.com'], 'clients.csv', { type: 'text/csv' })) =>
  fireEvent.change(await screen.findByLabelText(/^CSV file/), { target: { files: [file] } });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('backups on the screen', () => {
  test('are listed with the way to each, and a new one comes with a press, also where that is a double click', async () => {
    const office = openData();
    const link = await screen.findByRole('link', { name: 'Download, 20261120T200000Z.db' });
    expect(link).toHaveAttribute('href', '/documents/backups/20261120T200000Z.db');
    expect(screen.getAllByText(/1\.4 MB/)).toHaveLength(2);
    // As fast as a hand is: before the page has drawn what the first half did.
    act(() => {
      for (const detail of [1, 2]) fireEvent.click(screen.getByRole('button', { name: 'Back Up Now' }), { detail });
    });
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Backup Made' }));
    expect(await screen.findByRole('link', { name: 'Download, 20261121T200000Z.db' })).toBeInTheDocument();
    expect(office.sent('data.backUp')).toHaveLength(1);
  });

  test('show five, and all when asked', async () => {
    const rows = Array.from({ length: 7 }, (_, place) => backupOf(20 - place));
    openData({ 'data.backups': () => listOf(rows, 120) });
    expect(await screen.findAllByRole('link', { name: /^Download, 2026/ })).toHaveLength(5);
    await press('Show all 7');
    expect(screen.getAllByRole('link', { name: /^Download, 2026/ })).toHaveLength(7);
    expect(screen.getByText('These are the newest 7 of 120.')).toBeInTheDocument();
  });

  test('come by themselves, and the screen says which are kept and when the last good one was made', async () => {
    openData();
    expect(await screen.findByText(/^Last good backup:/)).toHaveTextContent('Last good backup: Fri, Nov 20, 2026, 1:00 p.m.');
    expect(screen.getByText(/^A backup is one checked copy/)).toHaveTextContent(
      'One is made every hour by itself; all of the last 24 hours are kept, then the newest of each day for 30 days and of each month for 12 months, those made by hand like the others.',
    );
    expect(screen.queryByRole('note')).toBeNull();
  });

  test.each([
    ['the last one is too old', [backupOf(18)]],
    ['there never was one', []],
  ])('are missed where %s, until one is made', async (_what, old) => {
    let list = listOf(old, old.length, true);
    openData({
      'data.backups': () => list,
      'data.backUp': () => {
        list = listOf([backupOf(21), ...old]);
        return backupOf(21);
      },
    });
    expect(await screen.findByRole('note')).toHaveTextContent('There is no good backup of the last 26 hours.');
    await press('Back Up Now');
    await screen.findByRole('link', { name: 'Download, 20261121T200000Z.db' });
    expect(screen.queryByRole('note')).toBeNull();
  });

  test.each([
    [409, 'A backup is being made already. Please wait until it is done.'],
    [503, 'The disk is full, so no backup was made. Earlier backups are as they were.'],
  ])('that cannot be made now (%i) say why in the server’s words', async (status, words) => {
    openData({ 'data.backUp': () => Promise.reject(new Refusal(status, words)), 'data.backups': () => listOf([]) });
    expect(await screen.findByText(/^No backups yet/)).toBeInTheDocument();
    await press('Back Up Now');
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
  });

  test('come with the commands that go back to one', async () => {
    openData();
    expect(await screen.findByText(/npm run restore -- data\/backups\/<file>\.db/)).toBeInTheDocument();
  });
});

test('every table has its link, and all of them together', async () => {
  openData();
  expect(await screen.findByRole('link', { name: 'Download All as JSON' })).toHaveAttribute('href', '/documents/export.json');
  const addresses = screen.getAllByRole('link', { name: /CSV$/ }).map((link) => link.getAttribute('href'));
  expect(addresses.sort()).toEqual(EXPORT_TABLES.map((table) => `/documents/export/${table}.csv`).sort());
});

describe('an import on the screen', () => {
  test('is looked at first, and written only then', async () => {
    const { files } = openData({}, (isDryRun) => Response.json({ ...REPORT, isDryRun, isWritten: !isDryRun }));
    await choose();
    await press('Check File');
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText('Nothing is written yet. This is what the file would do:')).toBeInTheDocument();
    expect(result.getByText('Columns that are not read: Colour.')).toBeInTheDocument();
    expect(result.getByText('name, notes')).toBeInTheDocument();
    expect(result.getAllByText(/^Row \d/).map((row) => row.textContent)).toEqual(['Row 3', 'Row 2']);
    await press('Import 2 Rows');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Import Done', description: '1 new, 1 changed.' }));
    expect(await screen.findByText('Done: 1 new, 1 changed.')).toBeInTheDocument();
    expect(files).toEqual([
      ['/api/data/import/clients', 'true', 'clients.csv'],
      ['/api/data/import/clients', 'false', 'clients.csv'],
    ]);
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  test('with a wrong row says which and why, and cannot be written', async () => {
    const wrong = { row: 5, outcome: 'error' as const, label: 'x', fields: [], messages: ['email: Please enter a valid email address.'] };
    openData({}, () => Response.json({ ...REPORT, counts: { ...REPORT.counts, error: 1 }, rows: [...REPORT.rows, wrong] }));
    await choose();
    await press('Check File');
    expect(await screen.findByText(/^Nothing is written: 1 row has something wrong/)).toBeInTheDocument();
    expect(screen.getAllByText(/^Row \d/)[0]).toHaveTextContent('Row 5');
    expect(screen.getByText('email: Please enter a valid email address.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  test('of products has its own template, and forgets what was said of clients', async () => {
    const { files } = openData();
    await choose();
    await press('Check File');
    await screen.findByRole('region', { name: 'Result' });
    await press('Products');
    expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Download the template' })).toHaveAttribute('href', '/documents/import-template/products.csv');
    await press('Check File');
    await waitFor(() => expect(files.at(-1)?.[0]).toBe('/api/data/import/products'));
  });

  test('of unsubscribes has its own template and names the export to take them from', async () => {
    const { files } = openData();
    await choose();
    await press('Unsubscribes');
    expect(screen.getByText(/The export “Who unsubscribed” lists them\./)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Who unsubscribed/ })).toHaveAttribute('href', '/documents/export/marketing_recipients.csv');
    expect(screen.getByRole('link', { name: 'Download the template' })).toHaveAttribute(
      'href',
      '/documents/import-template/unsubscribes.csv',
    );
    await choose();
    await press('Check File');
    await waitFor(() => expect(files.at(-1)?.[0]).toBe('/api/data/import/unsubscribes'));
  });

  test('wants a file, of no more than 2 MB, that can be read', async () => {
    const { files } = openData({}, () =>
      Response.json({ message: 'Please save the file as CSV in UTF-8.', code: 'BAD_REQUEST' }, { status: 400 }),
    );
    const field = await screen.findByLabelText(/^CSV file/);
    await press('Check File');
    expect(field).toHaveAccessibleDescription('Please choose a CSV file.');
    expect(field).toHaveFocus();
    const large = new File(['x'], 'large.csv');
    Object.defineProperty(large, 'size', { value: 2 * 1024 * 1024 + 1 });
    await choose(large);
    await press('Check File');
    expect(field).toHaveAccessibleDescription('Please choose a file of at most 2 MB.');
    expect(files).toEqual([]);
    await choose();
    await press('Check File');
    await waitFor(() => expect(field).toHaveAccessibleDescription('Please save the file as CSV in UTF-8.'));
  });
});
