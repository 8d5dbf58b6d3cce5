import { mkdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeDb } from '../../db/client';
import { clients } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { EXPORT_TABLES } from '../../src/shared/data';
import { DataFolder } from '../support/data-folder';
import { lastToast, openOffice, openStaffPage, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';

describe('the backups', () => {
  const data = new DataFolder();
  /** Opens an office on a file that is weeks old, with backups of these times, after `prepare`. */
  function openBackups(times: string[], prepare = (_office: ReturnType<typeof openOffice>) => {}) {
    const office = openOffice({ file: data.file });
    onTestFinished(() => closeDb(office.db));
    utimesSync(data.inside('tidyline.db.marker'), new Date('2026-11-01'), new Date('2026-11-01'));
    mkdirSync(data.inside('backups'));
    for (const time of times) {
      writeFileSync(data.inside(`backups/${time}.db`), '');
      truncateSync(data.inside(`backups/${time}.db`), 1_440_000);
    }
    prepare(office);
    openStaffPage(Route, '/settings?section=data');
    return office;
  }

  test('are listed with their links, and a double click on the button makes one', async () => {
    const { sent } = openBackups(['20261120T200000Z', '20261119T200000Z']);
    const link = await screen.findByRole('link', { name: 'Download, 20261120T200000Z.db' });
    expect(link).toHaveAttribute('href', '/documents/backups/20261120T200000Z.db');
    expect(screen.getAllByText(/1\.4 MB/)).toHaveLength(2);
    expect(screen.getByText(/^Last good backup:/)).toHaveTextContent('Last good backup: Nov 20, 1:00 p.m.');
    expect(screen.getByText(/^A backup is a checked copy/)).toHaveTextContent(
      'It keeps all of the last 24 hours, then the newest of each day for 30 days and of each month for 12 months.',
    );
    expect(screen.queryByRole('note')).toBeNull();
    expect(screen.getByText(/npm run restore -- data\/backups\/<file>\.db/)).toBeInTheDocument();
    // Both presses come before the page is drawn again.
    act(() => {
      for (const detail of [1, 2]) fireEvent.click(screen.getByRole('button', { name: 'Back Up Now' }), { detail });
    });
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Backup Made' }));
    expect(await screen.findByRole('link', { name: 'Download, 20261120T203000Z.db' })).toBeInTheDocument();
    expect(sent('data.backUp')).toHaveLength(1);
  });

  test('are limited to the newest five, and to the newest hundred on request', async () => {
    openBackups(
      Array.from({ length: 120 }, (_, minute) => `20261120T${18 + Math.floor(minute / 60)}${String(minute % 60).padStart(2, '0')}00Z`),
    );
    expect(await screen.findAllByRole('link', { name: /^Download, 2026/ })).toHaveLength(5);
    await press('Show all 100');
    expect(screen.getAllByRole('link', { name: /^Download, 2026/ })).toHaveLength(100);
    expect(screen.getByText('These are the newest 100 of 120.')).toBeInTheDocument();
  });

  test.each([
    ['the last one is too old', ['20261118T200000Z']],
    ['there is none', []],
  ])('are reported as overdue if %s, until one is made', async (_case, times) => {
    openBackups(times);
    expect(await screen.findByRole('note')).toHaveTextContent('There is no good backup of the last 26 hours.');
    await press('Back Up Now');
    await screen.findByRole('link', { name: 'Download, 20261120T203000Z.db' });
    expect(screen.queryByRole('note')).toBeNull();
  });

  test.each([
    [409, 'A backup is being made already. Please wait until it is done.'],
    [503, 'The disk is full, so no backup was made. Earlier backups are as they were.'],
  ])('show the reason of the server if one cannot be made (%i)', async (status, words) => {
    openBackups([], ({ fail }) => fail('data.backUp', refuse(status, words)));
    expect(await screen.findByText(/^No backups yet/)).toBeInTheDocument();
    await press('Back Up Now');
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
  });
});

/** Opens the section with the clients Maria and Lee. `files` returns the imports that the screen sent. */
function openData() {
  const office = openOffice();
  insertRow(office.db, 'clients');
  insertRow(office.db, 'clients', { name: 'Lee', email: 'lee@example.com' });
  openStaffPage(Route, '/settings?section=data');
  const files = () =>
    office.requests.map(({ path, init }) => {
      const form = init.body as FormData;
      return [path, form.get('dryRun'), (form.get('file') as File).name];
    });
  return { ...office, files };
}
const CSV = `email,name,phone,address,notes,Colour
ann@example.com,Ann,250 555 0100,1 Oak Rd,,
maria@example.com,Maria S,2,12 Seymour St,New,
lee@example.com,Lee,2,12 Seymour St,,`;
const choose = async (...content: BlobPart[]) =>
  fireEvent.change(await screen.findByLabelText(/^CSV file/), {
    target: { files: [new File(content, 'clients.csv', { type: 'text/csv' })] },
  });

test('the export links every table, and all of them together', async () => {
  openData();
  expect(await screen.findByRole('link', { name: 'Download All as JSON' })).toHaveAttribute('href', '/documents/export.json');
  const addresses = screen.getAllByRole('link', { name: /CSV$/ }).map((link) => link.getAttribute('href'));
  expect(addresses.sort()).toEqual(EXPORT_TABLES.map((table) => `/documents/export/${table}.csv`).sort());
  const listIn = (group: string) => within(screen.getByLabelText(group)).getAllByRole('link', { hidden: true });
  expect(listIn('Client page').map(({ textContent }) => textContent)).toEqual(['RatingsCSV', 'Messages of clientsCSV']);
  expect(listIn('The office').map(({ textContent }) => textContent)).toContain('To-dosCSV');
});

describe('an import', () => {
  test('is checked first, and written only on a second press', async () => {
    const { files, db } = openData();
    await choose(CSV);
    await press('Check File');
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText('Nothing is written yet. This is what the file would do:')).toBeInTheDocument();
    expect(result.getByText('Columns that are not read: Colour.')).toBeInTheDocument();
    expect(result.getByText('name, notes')).toBeInTheDocument();
    expect(result.getAllByText(/^Row \d/).map((row) => row.textContent)).toEqual(['Row 3', 'Row 2']);
    await press('Import 2 Rows');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Import Done', description: '1 new, 1 changed.' }));
    expect(await screen.findByText('Done: 1 new, 1 changed.')).toBeInTheDocument();
    expect(files()).toEqual([
      ['/api/data/import/clients', 'true', 'clients.csv'],
      ['/api/data/import/clients', 'false', 'clients.csv'],
    ]);
    expect(db.select({ name: clients.name }).from(clients).all()).toEqual([{ name: 'Maria S' }, { name: 'Lee' }, { name: 'Ann' }]);
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  test('keeps the report of the check while it is written and after a failure', async () => {
    const { hold, fail, repair } = openData();
    await choose(CSV);
    await press('Check File');
    fail('/api/data/import/clients', refuse(409, 'The backup is being made. Please try again.'));
    await press('Import 2 Rows');
    expect(await screen.findByText('The backup is being made. Please try again.')).toBeInTheDocument();
    repair('/api/data/import/clients');
    const release = hold('/api/data/import/clients');
    await press('Import 2 Rows');
    expect(await screen.findByRole('button', { name: 'Importing...' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText('Nothing is written yet. This is what the file would do:')).toBeInTheDocument();
    release();
    expect(await screen.findByText('Done: 1 new, 1 changed.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  test('with a wrong row shows the row and the reason, and can be written without it', async () => {
    const { db } = openData();
    await choose(`${CSV}\nx,X,2,3,,`);
    await press('Check File');
    expect(await screen.findByText(/^Nothing is written: 1 row has something wrong/)).toBeInTheDocument();
    expect(screen.getAllByText(/^Row \d/)[0]).toHaveTextContent('Row 5');
    expect(screen.getByText(/^email: Please enter a valid email address/)).toBeInTheDocument();
    await press('Import the Other 2 Rows');
    expect(await screen.findByText(/^Done: 1 new, 1 changed, 1 left out\./)).toBeInTheDocument();
    expect(screen.getByText(/^email: Please enter a valid email address/)).toBeInTheDocument();
    expect(db.select({ name: clients.name }).from(clients).all()).toEqual([{ name: 'Maria S' }, { name: 'Lee' }, { name: 'Ann' }]);
  });

  test('in which all rows are wrong cannot be written', async () => {
    openData();
    await choose('email,name,phone,address\nx,X,2,3');
    await press('Check File');
    expect(
      await screen.findByText(/^Nothing is written: 1 row has something wrong\. Please correct the file and check it again\.$/),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  test('of products or unsubscribes has its own template, and clears the result for clients', async () => {
    const { files } = openData();
    await choose(CSV);
    await press('Check File');
    await screen.findByRole('region', { name: 'Result' });
    for (const [kind, name] of [
      ['products', 'Products'],
      ['unsubscribes', 'Unsubscribes'],
    ] as const) {
      await press(name);
      expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
      expect(screen.getByRole('link', { name: 'Download the template' })).toHaveAttribute('href', `/documents/import-template/${kind}.csv`);
      await press('Check File');
      await waitFor(() => expect(files().at(-1)?.[0]).toBe(`/api/data/import/${kind}`));
    }
    expect(screen.getByText(/The export “Who unsubscribed” lists them\./)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Who unsubscribed/ })).toHaveAttribute('href', '/documents/export/marketing_recipients.csv');
  });

  test('needs a readable file of at most 2 MB', async () => {
    const { files } = openData();
    const field = await screen.findByLabelText(/^CSV file/);
    await press('Check File');
    expect(field).toHaveAccessibleDescription('Please choose a CSV file.');
    expect(field).toHaveFocus();
    await choose('x'.repeat(2 * 1024 * 1024 + 1));
    await press('Check File');
    expect(field).toHaveAccessibleDescription('Please choose a file of at most 2 MB.');
    expect(files()).toEqual([]);
    await choose(new Uint8Array([0x65, 0xff, 0xfe]));
    await press('Check File');
    await waitFor(() => expect(field).toHaveAccessibleDescription('Please save the file as CSV in UTF-8.'));
  });
});
