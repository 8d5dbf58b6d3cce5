import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { STARTER_TESTIMONIALS } from '../../src/shared/marketing';
import type { Settings } from '../../src/shared/settings';
import { change, lastToast, openOffice, openStaffPage, press, refuse } from '../support/office';

async function openWebsite(before: Partial<Settings> = {}) {
  const office = openOffice();
  await office.admin.settings.save(before);
  openStaffPage(Route, '/settings?section=website');
  await screen.findByText('Photos', { selector: 'h2' });
  const stored = () => office.admin.settings.get();
  const save = async () => {
    await press('Save Settings');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Settings Saved' }));
  };
  return { ...office, stored, save };
}
const undo = () => act(() => lastToast()?.action?.run());
const photo = async () => {
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'ours.png', { type: 'image/png' });
};
const choose = (place: string, file: File) => fireEvent.change(screen.getByLabelText(`Photo: ${place}`), { target: { files: [file] } });
// Found by text, since looking for a role in the whole section takes a second on a busy machine.
const place = (title: string) => within(screen.getByText(title, { selector: 'h3' }).closest('li') as HTMLElement);
/** Uploads a photo, describes it and waits for the description's field. */
async function addPhoto(title: string, alt: string) {
  choose(title, await photo());
  const field = await place(title).findByLabelText(/^What the photo shows/);
  fireEvent.change(field, { target: { value: alt } });
}

describe('the photos of the landing page', () => {
  test('are uploaded at once and appear on the site when they are described and saved', async () => {
    const { stored, save, sent } = await openWebsite();
    expect(screen.getAllByText('Upload photo')).toHaveLength(6);
    choose('Team', await photo());
    const field = await place('Team').findByLabelText(/^What the photo shows/);
    await waitFor(() => expect(field).toHaveFocus());
    expect(place('Team').getByRole('img', { name: 'Team' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^\/uploads\/[\w-]{36}-90x60-90\.webp$/),
    );
    await press('Save Settings');
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining('Please describe the photo in a few words.')));
    expect(sent('settings.save')).toEqual([]);
    fireEvent.change(field, { target: { value: 'The four of us' } });
    await save();
    expect((await stored()).photos.crew).toEqual({ name: expect.stringMatching(/-90x60$/), alt: 'The four of us' });
  });

  test('swap their places, and the moved description gets the focus', async () => {
    const { stored, save } = await openWebsite();
    await addPhoto('Before', 'A white tub');
    await addPhoto('After', 'A stained tub');
    fireEvent.change(place('Before').getByLabelText('Place'), { target: { value: 'after' } });
    await waitFor(() => expect(place('After').getByLabelText(/^What the photo shows/)).toHaveFocus());
    expect(place('After').getByLabelText(/^What the photo shows/)).toHaveValue('A white tub');
    await save();
    const { photos } = await stored();
    expect([photos.before?.alt, photos.after?.alt]).toEqual(['A stained tub', 'A white tub']);
  });

  test('can be removed, which Undo reverses', async () => {
    const { stored, save } = await openWebsite();
    await addPhoto('Van', 'Our van');
    await userEvent.click(place('Van').getByRole('button', { name: /^Remove/ }));
    expect(place('Van').getByRole('button', { name: /^Upload photo/ })).toBeInTheDocument();
    await undo();
    expect(await place('Van').findByLabelText(/^What the photo shows/)).toHaveValue('Our van');
    await save();
    expect((await stored()).photos.van?.alt).toBe('Our van');
    await userEvent.click(place('Van').getByRole('button', { name: /^Remove/ }));
    await press('Save Settings');
    await waitFor(async () => expect((await stored()).photos.van).toBeNull());
  });

  test.each([
    ['a file that is no picture', async () => new File(['x'], 'x.pdf', { type: 'application/pdf' }), 'Please select an image file'],
    [
      'more than five megabytes',
      async () => new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'x.png', { type: 'image/png' }),
      'File size must be less than 5MB',
    ],
  ])('are rejected before the upload if they are %s', async (_what, make, sentence) => {
    const { requests } = await openWebsite();
    choose('Van', await make());
    await waitFor(() => expect(place('Van').getByRole('alert')).toHaveTextContent(sentence));
    expect(requests.filter(({ path }) => path === '/api/website-photo')).toEqual([]);
  });

  test('show what went wrong at their place', async () => {
    const { fail } = await openWebsite();
    fail('/api/website-photo', refuse(500, 'Internal'));
    choose('Van', await photo());
    await waitFor(() => expect(place('Van').getByRole('alert')).toHaveTextContent('The photo could not be uploaded. Please try again.'));
  });
});

describe('the reviews of the landing page', () => {
  const review = (number: number) =>
    within(screen.getByText(`Review ${number}`, { selector: 'legend' }).closest('fieldset') as HTMLElement);

  test('start with the documented ones, and are changed with their source and day', async () => {
    const { stored, save } = await openWebsite();
    expect(screen.getAllByText(/^Review \d/, { selector: 'legend' })).toHaveLength(5);
    expect(review(1).getByLabelText(/^Name/)).toHaveValue('Maria S.');
    fireEvent.change(review(1).getByLabelText(/^Source/), { target: { value: 'Google' } });
    fireEvent.change(review(1).getByLabelText(/^Date/), { target: { value: '2026-10-31' } });
    fireEvent.change(review(1).getByLabelText(/^Rating/), { target: { value: '4' } });
    await save();
    const [first, ...others] = (await stored()).testimonials;
    expect(first).toEqual({ ...STARTER_TESTIMONIALS[0], source: 'Google', date: '2026-10-31', rating: 4 });
    expect(others).toEqual(STARTER_TESTIMONIALS.slice(1));
  });

  test('are moved, added and removed, and Undo puts a removed one back to its place', async () => {
    const { stored, save } = await openWebsite();
    await userEvent.click(review(2).getByRole('button', { name: 'Move up, Dr. Alan P.' }));
    await userEvent.click(review(3).getByRole('button', { name: 'Remove, Priya K.' }));
    await userEvent.click(review(3).getByRole('button', { name: 'Remove, Jon & Eve T.' }));
    await undo();
    await press('Add review');
    for (const [label, value] of [
      [/^Text/, 'Good.'],
      [/^Name/, 'Ana'],
      [/^Who they are/, 'Landlord'],
    ] as const)
      fireEvent.change(review(5).getByLabelText(label), { target: { value } });
    await save();
    const names = (await stored()).testimonials.map(({ name }) => name);
    expect(names).toEqual(['Dr. Alan P.', 'Maria S.', 'Jon & Eve T.', 'Colleen R.', 'Ana']);
  });

  test('are not saved without a text', async () => {
    const { sent } = await openWebsite();
    fireEvent.change(review(1).getByLabelText(/^Text/), { target: { value: ' ' } });
    await press('Save Settings');
    await waitFor(() => expect(review(1).getByLabelText(/^Text/)).toHaveAccessibleDescription('Please enter text.'));
    expect(review(1).getByLabelText(/^Text/)).toHaveFocus();
    expect(sent('settings.save')).toEqual([]);
  });
});

describe('the links', () => {
  test('are saved, and an empty one stays empty', async () => {
    const { stored, save } = await openWebsite();
    const before = (await stored()).links;
    expect(screen.getByLabelText(/^Instagram/)).toHaveValue(before.instagram);
    change(/^Facebook/, 'https://facebook.com/ours');
    change(/^Instagram/, '');
    await save();
    expect((await stored()).links).toEqual({ ...before, facebook: 'https://facebook.com/ours', instagram: '' });
  });

  test('show at their fields what is wrong with them', async () => {
    const { sent } = await openWebsite();
    change(/^Facebook/, 'https://facebook.com.example/ours');
    change(/^Review site/, 'yelp.ca');
    await press('Save Settings');
    await waitFor(() =>
      expect(screen.getByLabelText(/^Facebook/)).toHaveAccessibleDescription(
        'Please enter a link to your page on Facebook such as https://facebook.com/yourcompany, or leave it empty.',
      ),
    );
    expect(screen.getByLabelText(/^Review site/)).toHaveAccessibleDescription(
      expect.stringContaining('Please enter a link that begins with https://, or leave it empty.'),
    );
    expect(screen.getByLabelText(/^Facebook/)).toHaveFocus();
    expect(sent('settings.save')).toEqual([]);
  });
});

test('the first words of the landing page are saved', async () => {
  const { stored, save } = await openWebsite();
  expect(screen.getByLabelText(/^Headline/)).toHaveValue('Flawless Cleaning, Every Time');
  change(/^Headline/, 'Rooms, again new');
  change(/^Sentence below it/, 'We clean Vernon.');
  await save();
  expect((await stored()).hero).toEqual({ headline: 'Rooms, again new', lead: 'We clean Vernon.' });
});
