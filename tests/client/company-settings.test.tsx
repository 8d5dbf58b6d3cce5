import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { saveLogo } from '../../src/server/settings/service';
import { type CompanyFacts, DEFAULT_FACTS } from '../../src/shared/company';
import { change, lastToast, offline, openOffice, openStaffPage, press, refuse } from '../support/office';

const LOGO = 'a1b2-300x120.png';

/** Opens the section of an office with these facts and this logo. */
async function openSection({ logo = null, ...facts }: Partial<CompanyFacts> = {}) {
  const office = openOffice();
  await office.admin.settings.save({ company: { ...DEFAULT_FACTS, ...facts } });
  if (logo !== null) saveLogo(office.shop.ctx, logo);
  openStaffPage(Route, '/settings?section=company');
  await screen.findByRole('heading', { name: 'Company' });
  const getFileName = (body: unknown) => (body instanceof FormData ? (body.get('image') as File).name : undefined);
  const uploads = () =>
    office.requests.filter(({ path }) => path === '/api/company-logo').map(({ init }) => [init.method, getFileName(init.body)]);
  return { ...office, uploads };
}
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Logo picture'), { target: { files: [file] } });
const png = async () => {
  const picture = sharp({ create: { width: 300, height: 120, channels: 3, background: 'teal' } });
  return new File([new Uint8Array(await picture.png().toBuffer())], 'ours.png', { type: 'image/png' });
};

describe('the facts of the company', () => {
  test('are shown as stored, each list with one entry per line', async () => {
    await openSection();
    for (const [label, value] of [
      [/^Name/, 'Sage & Pine Cleaning'],
      [/^Short name/, 'Sage & Pine'],
      [/^Phone/, '(250) 555-0142'],
      [/^Email/, 'hello@sageandpine.example'],
      ['Street', ''],
      [/^City/, 'Kamloops'],
      [/^Province/, 'BC'],
      ['Postal code', ''],
      [/^Service areas/, 'Lower Mainland\nInterior BC\nVancouver Island'],
      ['GST/HST number', ''],
      ['PST number', ''],
    ] as const)
      expect(screen.getByLabelText(label)).toHaveValue(value);
    const weekend = within(screen.getByRole('group', { name: 'Saturday and Sunday' }));
    expect([weekend.getByLabelText(/^Opens/), weekend.getByLabelText(/^Closes/)].map((field) => (field as HTMLInputElement).value)).toEqual(
      ['09:00', '22:00'],
    );
  });

  test('are saved together, without blank lines and with empty fields as null', async () => {
    const office = await openSection({ logo: LOGO, street: '1 Old St' });
    change(/^Name/, 'Bright Rooms');
    change(/^Towns/, ' Vernon \n\nLumby\n');
    change('Street', '');
    change('GST/HST number', '123456789 RT0001');
    fireEvent.change(within(screen.getByRole('group', { name: 'Monday to Friday' })).getByLabelText(/^Opens/), {
      target: { value: '07:30' },
    });
    expect(screen.getByText('There are changes that are not saved yet.')).toBeInTheDocument();
    await press('Save Settings');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Settings Saved' }));
    expect(office.sent('settings.save')).toEqual([
      {
        company: {
          ...DEFAULT_FACTS,
          name: 'Bright Rooms',
          towns: ['Vernon', 'Lumby'],
          street: null,
          gstNumber: '123456789 RT0001',
          hours: { ...DEFAULT_FACTS.hours, weekdays: { opens: '07:30', closes: '22:00' } },
          logo: LOGO,
        },
      },
    ]);
    await waitFor(() => expect(screen.queryByText('There are changes that are not saved yet.')).toBeNull());
    expect(screen.getByLabelText(/^Towns/)).toHaveValue('Vernon\nLumby');
  });

  test('show errors at invalid fields, and are not sent then', async () => {
    const office = await openSection();
    change(/^Name/, '');
    change(/^Phone/, 'call us');
    change(/^Towns/, `Vernon\n${'x'.repeat(61)}`);
    change(/^Service areas/, ' ');
    fireEvent.change(within(screen.getByRole('group', { name: 'Saturday and Sunday' })).getByLabelText(/^Closes/), {
      target: { value: '08:00' },
    });
    await press('Save Settings');
    for (const [label, sentence] of [
      [/^Name/, 'Please enter the name.'],
      [/^Phone/, 'Please enter a phone number such as (250) 555-0142.'],
      [/^Towns/, '60 characters'],
      [/^Service areas/, 'Please name at least one.'],
    ] as const)
      await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(sentence)));
    expect(screen.getByText('Please close after you open.')).toBeInTheDocument();
    expect(office.sent('settings.save')).toEqual([]);
  });

  test('keep the typed values when the server rejects them', async () => {
    const office = await openSection();
    const issues = [{ path: 'company.email', message: 'Please enter a valid email address.' }];
    office.fail('settings.save', refuse(400, 'Please check the form.', issues));
    change(/^Short name/, 'Bright');
    await press('Save Settings');
    await waitFor(() => expect(screen.getByLabelText(/^Email/)).toHaveAccessibleDescription('Please enter a valid email address.'));
    expect(screen.getByLabelText(/^Short name/)).toHaveValue('Bright');
    expect(readToasts().filter(({ open }) => open)).toEqual([]);
  });
});

describe('the logo', () => {
  test('is uploaded and shown at once, and can be removed after a question', async () => {
    const { uploads } = await openSection();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    choose(await png());
    const shown = await screen.findByRole('img', { name: 'The logo of Sage & Pine Cleaning' });
    expect([shown.getAttribute('src'), shown.getAttribute('width'), shown.getAttribute('height')]).toEqual([
      expect.stringMatching(/^\/uploads\/[\w-]{36}-300x120\.png$/),
      '300',
      '120',
    ]);
    expect(lastToast()).toMatchObject({ title: 'Settings Saved' });
    await press('Remove');
    expect(uploads()).toEqual([['POST', 'ours.png']]);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('img', { name: /The logo of/ })).toBeNull());
    expect(uploads().at(-1)).toEqual(['DELETE', undefined]);
  });

  test.each([
    ['a file that is no picture', new File(['x'], 'x.pdf', { type: 'application/pdf' }), 'Please select an image file'],
    [
      'more than five megabytes',
      new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'x.png', { type: 'image/png' }),
      'File size must be less than 5MB',
    ],
  ])('is rejected before the upload if it is %s', async (_what, file, sentence) => {
    const { uploads } = await openSection();
    choose(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(uploads()).toEqual([]);
  });

  test.each([
    ['what only looks like a picture, in the server’s words', refuse(400, 'Please select an image file'), 'Please select an image file'],
    ['nothing while the server has a fault', refuse(500, 'Internal'), 'The logo could not be saved. Please try again.'],
    ['nothing without a network', offline, 'The logo could not be saved. Please try again.'],
  ])('becomes not %s', async (_what, fault, sentence) => {
    const { fail } = await openSection({ logo: LOGO });
    fail('/api/company-logo', fault);
    choose(await png());
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(sentence));
    expect(screen.getByRole('img', { name: /The logo of/ })).toHaveAttribute('src', `/uploads/${LOGO}`);
  });
});
