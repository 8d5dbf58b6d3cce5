import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { openPage, prepareAccountingPage, revoke } from '../support/accounting-page';
import { openInventory, refuse } from '../support/inventory';
import { lastToast } from '../support/office';

const FILE_NAME = 'summary-2026-11-20.csv';
const answerFile = (name = FILE_NAME) =>
  ({
    ok: true,
    headers: new Headers({ 'content-disposition': `attachment; filename="${name}"` }),
    blob: async () => new Blob(['x']),
  }) as Response;

prepareAccountingPage();

describe('the reports', () => {
  const REPORTS = ['Summary', 'Detailed', 'Profit Analysis', 'Low Stock', 'Category Report'];

  test('are five, each saved under the name that the server gives it', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const office = openInventory([], {}, { '/documents/inventory/summary.csv': () => answerFile() });
    openPage('/inventory-accounting?tab=reports');
    for (const name of REPORTS) expect(await screen.findByRole('button', { name: `Download, ${name}` })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Download, Summary' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Report Downloaded', description: `${FILE_NAME} is among your downloads.` }),
    );
    expect(office.asked.map(({ path }) => path)).toEqual(['/documents/inventory/summary.csv']);
    const [link] = click.mock.contexts as HTMLAnchorElement[];
    expect([link?.download, link?.href]).toEqual([FILE_NAME, 'blob:file']);
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:file'));
  });

  test.each([
    [() => refuse(400, 'Invalid report type'), 'Invalid report type'],
    [() => Promise.reject(new TypeError('Failed to fetch')), 'Failed to download the report. Please try again.'],
  ])('that cannot be had say so (%#)', async (answer, told) => {
    openInventory([], {}, { '/documents/inventory/detailed.csv': answer });
    openPage('/inventory-accounting?tab=reports');
    await userEvent.click(await screen.findByRole('button', { name: 'Download, Detailed' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: told, kind: 'destructive' }));
  });
});

describe('the statements', () => {
  const openStatements = (files: Parameters<typeof openInventory>[2] = {}) => {
    const office = openInventory([], {}, files);
    openPage('/inventory-accounting?tab=statements');
    return office;
  };

  test('open in a window of their own that prints itself, the financial one for its period', async () => {
    const open = vi.fn(() => ({}));
    vi.stubGlobal('open', open);
    openStatements();
    await userEvent.click(await screen.findByRole('button', { name: /^Print, Stock Alert/ }));
    expect(lastToast()).toMatchObject({ title: 'PDF Report Ready' });
    await userEvent.click(screen.getByRole('button', { name: 'Last month' }));
    await userEvent.click(screen.getByRole('button', { name: /^Print, Financial Statement/ }));
    expect(open.mock.calls.map(([address]: unknown[]) => address)).toEqual([
      '/documents/report/stock-alert?print=1',
      '/documents/report/financial-statement?from=2026-10-01&to=2026-10-31&print=1',
    ]);
  });

  test('say how to let a window open where the browser does not', async () => {
    vi.stubGlobal('open', () => null);
    openStatements();
    await userEvent.click(await screen.findByRole('button', { name: /^Print, Inventory Valuation/ }));
    expect(lastToast()).toMatchObject({ description: 'Please allow popups to generate PDF reports.', kind: 'destructive' });
  });

  test('are saved as a page and as a PDF', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const office = openStatements({
      '/documents/report/financial-statement': () => answerFile('statement.html'),
      '/documents/report/inventory-valuation.pdf': () => answerFile('valuation.pdf'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Download, Financial Statement' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Report Downloaded' }));
    await userEvent.click(screen.getByRole('button', { name: 'PDF, Inventory Valuation' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'PDF Report Ready' }));
    expect(office.asked.map(({ path }) => path)).toEqual([
      '/documents/report/financial-statement?from=2026-01-01&to=2026-11-20&download=1',
      '/documents/report/inventory-valuation.pdf',
    ]);
  });

  test.each([
    [{ From: '', To: '2026-11-20' }, 'From', 'Please choose the first day.'],
    [{ From: '2026-11-20', To: '2026-11-19' }, 'To', 'The last day must not be before the first.'],
  ])('are not made of a period that is none: %j', async (days, label, told) => {
    const open = vi.fn();
    vi.stubGlobal('open', open);
    openStatements();
    await screen.findByLabelText(/^From/);
    for (const [name, value] of Object.entries(days))
      fireEvent.change(screen.getByLabelText(new RegExp(`^${name}`)), { target: { value } });
    await userEvent.click(screen.getByRole('button', { name: /^Print, Financial Statement/ }));
    expect(screen.getByLabelText(new RegExp(`^${label}`))).toHaveAccessibleDescription(told);
    expect(screen.getByLabelText(new RegExp(`^${label}`))).toHaveFocus();
    expect(open).not.toHaveBeenCalled();
  });

  test.each([
    ['2026-01-15T20:00:00.000Z', '/documents/report/financial-statement?from=2025-12-01&to=2025-12-31'],
    ['2028-03-15T20:00:00.000Z', '/documents/report/financial-statement?from=2028-02-01&to=2028-02-29'],
  ])('know the month before %s', async (now, address) => {
    vi.setSystemTime(new Date(now));
    const open = vi.fn(() => ({}));
    vi.stubGlobal('open', open);
    openStatements();
    await userEvent.click(await screen.findByRole('button', { name: 'Last month' }));
    await userEvent.click(screen.getByRole('button', { name: /^Print, Financial Statement/ }));
    expect(open).toHaveBeenCalledWith(`${address}&print=1`, '_blank', expect.any(String));
  });
});
