import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { offline, refuse } from '../support/office';
import { openPage, openProducts, toast } from '../support/products-page';

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const openTab = (tab: 'reports' | 'statements') => {
  const office = openProducts([]);
  const [open, click] = [vi.fn((): unknown => ({})), vi.spyOn(HTMLAnchorElement.prototype, 'click')];
  click.mockReset().mockImplementation(() => undefined);
  vi.stubGlobal('open', open);
  openPage(`/inventory-accounting?tab=${tab}`);
  return {
    office,
    open,
    click,
    opened: () => open.mock.calls.map(([address]: unknown[]) => address),
    fetched: () => office.requests.map(({ path }) => path),
  };
};

describe('the reports', () => {
  test('are five, each saved under the name that the server gives it', async () => {
    const { click, fetched } = openTab('reports');
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    for (const name of ['Summary', 'Detailed', 'Profit Analysis', 'Low Stock', 'Category Report'])
      expect(await screen.findByRole('button', { name: `Download, ${name}` })).toBeInTheDocument();
    await press('Download, Summary');
    await toast({ title: 'Report Downloaded', description: 'summary-2026-11-20.csv is among your downloads.' });
    expect(fetched()).toEqual(['/documents/inventory/summary.csv']);
    const [link] = click.mock.contexts as HTMLAnchorElement[];
    expect([link?.download, link?.href]).toEqual(['summary-2026-11-20.csv', 'blob:file']);
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:file'));
  });

  test.each([
    [refuse(400, 'Invalid report type'), 'Invalid report type'],
    [offline, 'Failed to download the report. Please try again.'],
  ])('say when they cannot be made (%#)', async (fault, description) => {
    openTab('reports').office.fail('/documents/inventory/detailed.csv', fault);
    await press('Download, Detailed');
    await toast({ description, kind: 'destructive' });
  });
});

describe('the statements', () => {
  test('open in a window that prints itself, the financial one for its period', async () => {
    const { open, opened } = openTab('statements');
    await press(/^Print, Stock Alert/);
    await toast({ title: 'PDF Report Ready' });
    await press('Last month');
    await press(/^Print, Financial Statement/);
    expect(opened()).toEqual([
      '/documents/report/stock-alert?print=1',
      '/documents/report/financial-statement?from=2026-10-01&to=2026-10-31&print=1',
    ]);
    open.mockReturnValue(null);
    await press(/^Print, Inventory Valuation/);
    await toast({ description: 'Please allow popups to generate PDF reports.', kind: 'destructive' });
  });

  test('are saved as a page and as a PDF', async () => {
    const { fetched } = openTab('statements');
    await press('Download, Financial Statement');
    await toast({ title: 'Report Downloaded' });
    await press('PDF, Inventory Valuation');
    await toast({ title: 'PDF Report Ready' });
    expect(fetched()).toEqual([
      '/documents/report/financial-statement?from=2026-01-01&to=2026-11-20&download=1',
      '/documents/report/inventory-valuation.pdf',
    ]);
  });

  test('are not made of an invalid period', async () => {
    const { open } = openTab('statements');
    const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
    await screen.findByLabelText(/^From/);
    for (const [from, to, label = '', description] of [
      ['', '2026-11-20', 'From', 'Please choose the first day.'],
      ['2026-11-20', '2026-11-19', 'To', 'The last day must not be before the first.'],
    ]) {
      fireEvent.change(field('From'), { target: { value: from } });
      fireEvent.change(field('To'), { target: { value: to } });
      await press(/^Print, Financial Statement/);
      expect(field(label)).toHaveAccessibleDescription(description);
      expect(field(label)).toHaveFocus();
    }
    expect(open).not.toHaveBeenCalled();
  });

  test.each([
    ['2026-01-15T20:00:00.000Z', 'from=2025-12-01&to=2025-12-31'],
    ['2028-03-15T20:00:00.000Z', 'from=2028-02-01&to=2028-02-29'],
  ])('offer the month before %s', async (now, period) => {
    const { opened } = openTab('statements');
    vi.setSystemTime(new Date(now));
    await press('Last month');
    await press(/^Print, Financial Statement/);
    expect(opened()).toEqual([`/documents/report/financial-statement?${period}&print=1`]);
  });
});
