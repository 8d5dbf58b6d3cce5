import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.team';
import { Geocoder } from '../../src/server/providers/geocoder';
import { addJob, type JobOptions } from '../support/jobs';
import { lastToast, openOffice, openStaffPage, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';

type MapJob = JobOptions & { id: number; client?: JobOptions['row'] };
type MapOptions = { address?: string; mapSources?: NonNullable<Parameters<typeof openOffice>[0]>['mapSources'] };

/** Opens the map of an office with these jobs, which are Dee's and of a client each. */
function openMap(jobs: MapJob[], { address = '/team?view=map', mapSources = {} }: MapOptions = {}) {
  const office = openOffice({ mapSources });
  insertRow(office.db, 'team_members');
  for (const { id, client, row, ...more } of jobs) {
    const place = { address: `${id} Seymour St, Kamloops`, latitude: 50.6745, longitude: -120.3273 + id / 100 };
    insertRow(office.db, 'clients', { id, name: `Client ${id}`, ...place, ...client });
    const order = { client_id: id, assigned_team_member_id: 1, scheduled_date: '2026-11-20T17:00:00.000Z', priority: 'medium', ...row };
    addJob(office, id, { ...more, row: order });
  }
  return { ...office, ...openStaffPage(Route, address) };
}
const geocoder = new Geocoder('https://places.example.com/search', 'test');
const listed = () => within(screen.getByRole('list', { name: 'Jobs in the order of the route' })).getAllByRole('listitem');
const pins = (kind: string) => [...document.querySelectorAll(`[data-pin="${kind}"]`)].map((pin) => pin.textContent);

beforeEach(() => {
  // jsdom lays nothing out, and has no media.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  Element.prototype.scrollIntoView = () => undefined;
});

describe('the map view', () => {
  test('opens by a toggle that the URL keeps', async () => {
    const page = openMap([], { address: '/team' });
    expect(await screen.findByText('No work orders yet')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Work Orders' })).toHaveAttribute('aria-pressed', 'true');
    await press('Map View');
    expect(await screen.findByText('No jobs on this day')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Map View' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('heading', { name: 'Map of Friday, November 20' })).toBeInTheDocument();
    expect(page.search()).toEqual({ view: 'map' });
    expect(page.sent('map.listDay')).toEqual([{ day: '2026-11-20' }]);
  });

  test("shows the day's jobs in route order, as a list and as pins", async () => {
    openMap([
      { id: 1, row: { status: 'in-progress' } },
      { id: 2, row: { priority: 'urgent' } },
      { id: 3, isBooked: true },
    ]);
    await waitFor(() =>
      expect(listed().map((row) => row.textContent)).toEqual([
        expect.stringMatching(/^1Client 2.*scheduled.*10:00 a\.m\. · Dee Marsh.*urgent/),
        expect.anything(),
        expect.anything(),
      ]),
    );
    expect(listed()[1]).toHaveTextContent(/^2Client 1.*in-progress/);
    expect(listed()[2]).toHaveTextContent(/^3Client 3.*booked window/);
    expect(screen.getByText(/straight-line km/)).toHaveTextContent(/^3 jobs on the map, \d+\.\d straight-line km$/);
    await waitFor(() => expect(pins('exact')).toEqual(['1', '2', '3']));
    expect(pins('depot')).toHaveLength(1);
    await waitFor(() => expect(document.querySelector('[data-scale]')).toHaveTextContent(/^\d+ k?m$/));
    expect(screen.getByRole('region', { name: /^Map of the jobs/ })).toHaveAttribute('tabindex', '0');
  });

  test('opens a job from the list or its pin, with a link to its details', async () => {
    const page = openMap([{ id: 1 }, { id: 2 }]);
    const row = await screen.findByRole('button', { name: /Client 2/ });
    expect(row).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(row);
    expect(row).toHaveAttribute('aria-pressed', 'true');
    expect(listed()[1]).toHaveTextContent('· Residential');
    await waitFor(() => expect(pins('exact')).toHaveLength(2));
    const first = document.querySelector<HTMLElement>('[data-pin="exact"]') as HTMLElement;
    fireEvent.click(first);
    await waitFor(() => expect(screen.getByRole('button', { name: /Client 1/ })).toHaveAttribute('aria-pressed', 'true'));
    expect(row).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByRole('link', { name: /^Directions/ })).toHaveAttribute('href', expect.stringContaining('destination=1%20Seymour'));
    await press(/^Details/);
    await waitFor(() => expect(page.search()).toEqual({ view: 'map', order: '1' }));
  });

  test('shows the first jobs of a long day, and the others when asked or chosen on the map', async () => {
    openMap(Array.from({ length: 12 }, (_, place) => ({ id: place + 1 })));
    await waitFor(() => expect(pins('exact')).toHaveLength(12));
    expect(listed()).toHaveLength(8);
    const last = [...document.querySelectorAll('[data-pin="exact"]')].find(({ textContent }) => textContent === '12');
    fireEvent.click(last as Element);
    await waitFor(() => expect(listed()).toHaveLength(12));
    fireEvent.click(last as Element);
    cleanup();
    openMap(Array.from({ length: 12 }, (_, place) => ({ id: place + 1 })));
    await press('Show all 12 jobs');
    expect(listed()).toHaveLength(12);
  });

  test('offers directions links without finished jobs', async () => {
    openMap([{ id: 1, row: { status: 'completed' } }, ...Array.from({ length: 12 }, (_, place) => ({ id: place + 2 }))]);
    const links = await screen.findAllByRole('link', { name: /^Open route/ });
    expect(links.map((link) => link.textContent)).toEqual([
      'Open route, part 1 of 2 (opens in a new tab)',
      'Open route, part 2 of 2 (opens in a new tab)',
    ]);
    for (const link of links) {
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    }
    const stops = links.flatMap((link) => {
      const { searchParams } = new URL((link as HTMLAnchorElement).href);
      return [...(searchParams.get('waypoints')?.split('|') ?? []), searchParams.get('destination')];
    });
    expect(stops).toHaveLength(12);
    expect(stops).not.toContain('50.674500,-120.317300');
  });

  test('keeps the day and the member in the URL and queries the server', async () => {
    const tomorrow = { scheduled_date: '2026-11-21T17:00:00.000Z' };
    const unassigned = [3, 4, 5, 6].map((id) => ({ id, row: { ...tomorrow, assigned_team_member_id: null } }));
    const page = openMap([{ id: 1 }, { id: 2, row: tomorrow }, ...unassigned]);
    await screen.findByText('Client 1');
    await press('Next day');
    await screen.findByText('Client 2');
    await waitFor(() => expect(page.search()).toEqual({ view: 'map', day: '2026-11-21' }));
    await userEvent.selectOptions(screen.getByLabelText('Team member'), 'Dee Marsh (1)');
    await waitFor(() => expect(page.search()).toEqual({ view: 'map', day: '2026-11-21', member: '1' }));
    await userEvent.selectOptions(screen.getByLabelText('Team member'), 'Unassigned (4)');
    await waitFor(() => expect(page.sent('map.listDay').at(-1)).toEqual({ day: '2026-11-21', teamMemberId: null }));
    await press('Today');
    await waitFor(() => expect(page.search()).toMatchObject({ day: '2026-11-20', member: 'none' }));
  });

  test('shows the route of one member, with the jobs at which they help', async () => {
    const page = openMap([{ id: 1 }, { id: 2 }]);
    insertRow(page.db, 'team_members', { employee_id: 'E-2', first_name: 'Al', email: 'al@example.com' });
    page.db.$client.exec('update work_orders set assigned_team_member_id = 2 where id = 2');
    insertRow(page.db, 'work_order_assignments', { work_order_id: 2, status: 'accepted', is_lead: 0 });
    await press('Next day');
    await press('Today');
    expect(await screen.findByText(/^This route covers the jobs of all team members/)).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('Team member'), 'Dee Marsh (2)');
    await waitFor(() => expect(screen.queryByText(/^This route covers/)).not.toBeInTheDocument());
    await waitFor(() => expect(listed()).toHaveLength(2));
  });

  test.each([
    ['/team?view=map&day=2026-11-31&member=x', { day: '2026-11-20' }],
    ['/team?view=map&day=2026-12-24&member=7', { day: '2026-12-24', teamMemberId: 7 }],
  ])('%s queries %j', async (address, input) => {
    const page = openMap([], { address });
    await screen.findByText('No jobs on this day');
    expect(page.sent('map.listDay')).toEqual([input]);
  });

  test('shows an error, and can retry', async () => {
    const office = openMap([{ id: 1 }]);
    office.fail('map.settings', refuse(500));
    expect(await screen.findByText('The jobs of this day could not be loaded.')).toBeInTheDocument();
    office.repair('map.settings');
    await press('Try again');
    expect(await screen.findByText('Client 1')).toBeInTheDocument();
  });

  test('shows the source of its tiles and look-up', async () => {
    const attribution = '&copy; <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> <b>contributors</b>';
    openMap([{ id: 1 }], { mapSources: { tileUrl: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution, geocoder } });
    const link = await screen.findByRole('link', { name: 'OpenStreetMap' });
    expect(link).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright');
    expect(link.parentElement).toHaveTextContent('© OpenStreetMap <b>contributors</b>Addresses looked up at places.example.com');
  });
});

describe('a job without a position', () => {
  const NOWHERE = { latitude: null, longitude: null };
  const UNKNOWN = { id: 1, client: { ...NOWHERE, address: '77 Unknown Road' } };
  const unplaced = () => screen.findByRole('region', { name: 'No position yet' });

  test('is drawn at its town as approximate, or omitted with a notice', async () => {
    openMap([UNKNOWN, { id: 2, client: { ...NOWHERE, address: '3 Nicola Ave, Merritt BC' } }, { id: 3 }]);
    const rows = within(await unplaced()).getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('77 Unknown RoadNot on the map and not in the route.');
    expect(rows[1]).toHaveTextContent('3 Nicola Ave, Merritt BCApproximate: shown at Merritt.');
    expect(screen.getByText('1 job is shown at the town instead of the address.')).toBeInTheDocument();
    expect(screen.getByText('1 job is not in the route, because the position is missing.')).toBeInTheDocument();
    expect(listed()[1]).toHaveTextContent('Approximate: shown at Merritt');
    await waitFor(() => expect([pins('exact'), pins('approximate')]).toEqual([['1'], ['2']]));
    expect(screen.getByRole('link', { name: /^Open route/ })).toHaveAttribute('href', expect.stringContaining('destination=3+Nicola+Ave'));
  });

  test('is reported as saved although its form was closed meanwhile', async () => {
    const office = openMap([UNKNOWN, { id: 2, client: { ...NOWHERE, address: '3 Nicola Ave, Merritt BC' } }]);
    await unplaced();
    await userEvent.type(screen.getByLabelText('Paste coordinates or a maps link'), '50.6745, -120.3273');
    const release = office.hold('map.setPosition');
    await press('Save Position');
    await press('Add Position, Client 2');
    release();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Position Saved', description: 'Client 1 is on the map.', open: true }));
  });

  test('has its form open if it is the first, and otherwise after a press', async () => {
    openMap([UNKNOWN, { id: 2, client: { ...NOWHERE, address: '3 Nicola Ave, Merritt BC' } }]);
    await unplaced();
    expect(screen.getByRole('form', { name: 'Position of Client 1' })).toBeVisible();
    await press('Add Position, Client 2');
    expect(screen.getByRole('form', { name: 'Position of Client 2' })).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Position of Client 1' })).toBeNull();
  });

  test('gets a position from pasted text and appears on the map', async () => {
    const page = openMap([UNKNOWN]);
    const field = within(await unplaced()).getByLabelText('Paste coordinates or a maps link');
    await userEvent.type(field, 'round the corner');
    await press('Save Position');
    expect(field).toHaveAccessibleDescription(/^Please paste coordinates such as/);
    expect(field).toHaveFocus();
    expect(page.sent('map.setPosition')).toEqual([]);
    fireEvent.change(field, { target: { value: 'https://www.google.com/maps/place/x/@1,1,1z/data=!3d50.71!4d-120.41' } });
    await press('Save Position');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Position Saved', description: 'Client 1 is on the map.' }));
    expect(page.sent('map.setPosition')).toEqual([{ clientId: 1, addressId: null, latitude: 50.71, longitude: -120.41 }]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'No position yet' })).toBeNull());
    await waitFor(() => expect(pins('exact')).toEqual(['1']));
  });

  test('gets the position of the device', async () => {
    const coords = { latitude: 50.7, longitude: -120.4, accuracy: 11.6 };
    vi.stubGlobal('navigator', {
      ...navigator,
      userAgent: 'test',
      platform: 'test',
      geolocation: { getCurrentPosition: (found: (at: object) => void) => found({ coords }) },
    });
    const page = openMap([UNKNOWN]);
    await unplaced();
    await press('Use My Position');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'Client 1 is on the map, exact to about 12 m.' }));
    expect(page.sent('map.setPosition')).toEqual([{ clientId: 1, addressId: null, latitude: 50.7, longitude: -120.4 }]);
  });

  test.each([
    [1, /^This site is not allowed to use your location/],
    [2, /^Your location is not available/],
    [3, /^Your location was not found in time/],
  ])('explains why the device has no position (%i)', async (code, words) => {
    const geolocation = { getCurrentPosition: (_found: unknown, fail: (why: object) => void) => fail({ code }) };
    vi.stubGlobal('navigator', { ...navigator, userAgent: 'test', platform: 'test', geolocation });
    const page = openMap([UNKNOWN]);
    const field = within(await unplaced()).getByLabelText('Paste coordinates or a maps link');
    await press('Use My Position');
    await waitFor(() => expect(field).toHaveAccessibleDescription(words));
    expect(page.sent('map.setPosition')).toEqual([]);
  });

  test('can be looked up only with a geocoder, whose errors appear at the field', async () => {
    const page = openMap([UNKNOWN], { mapSources: { geocoder } });
    await unplaced();
    page.fail('map.lookUpPosition', refuse(422, 'The look-up does not know this address.'));
    const field = screen.getByLabelText('Paste coordinates or a maps link');
    await press('Look Up Address');
    await waitFor(() => expect(field).toHaveAccessibleDescription('The look-up does not know this address.'));
    const found = { clientId: 1, addressId: null, latitude: 1, longitude: 2, licence: 'Data of everybody' };
    page.fail('map.lookUpPosition', () => ({ result: { data: found } }));
    await press('Look Up Address');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: '77 Unknown Road was looked up. Data of everybody' }));
    expect(page.sent('map.lookUpPosition')).toEqual([
      { clientId: 1, addressId: null },
      { clientId: 1, addressId: null },
    ]);
    cleanup();
    openMap([UNKNOWN]);
    await unplaced();
    expect(screen.queryByRole('button', { name: 'Look Up Address' })).toBeNull();
  });

  test('can be moved when it was placed wrongly', async () => {
    const page = openMap([{ id: 1 }]);
    await press(/Client 1/);
    await press('Change Position');
    await userEvent.type(screen.getByLabelText('Paste coordinates or a maps link'), '50.7 -120.4{Enter}');
    await waitFor(() =>
      expect(page.sent('map.setPosition')).toEqual([{ clientId: 1, addressId: null, latitude: 50.7, longitude: -120.4 }]),
    );
    await waitFor(() => expect(screen.queryByLabelText('Paste coordinates or a maps link')).toBeNull());
  });
});
