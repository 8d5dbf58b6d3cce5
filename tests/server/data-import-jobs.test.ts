import { describe, expect } from 'vitest';
import { clientAddresses, clients, plans, workOrders } from '../../db/schema';
import { IMPORT_COLUMNS } from '../../src/shared/data';
import { bringIn, told } from '../support/imports';
import { insertRow } from '../support/rows';
import { test } from '../support/shop-test';

const HEADER = 'Client Name,Client Email,Client Phone,Service Street,Service City,Service,Frequency,Next Visit,Start Time,Duration,Price';
const fileOf = (...rows: string[]) => [HEADER, ...rows].join('\n');
const ANN = 'Ann Lee,ann@example.com,,1 Oak Rd,Kamloops,Standard clean,Biweekly,2026-12-01,9:00 AM,150,$140.00';
const BO = 'Bo Park,,(250) 555-0101,2 Elm St,Kamloops,Deep clean,Monthly,2026-11-30,13:30,2h 30m,"$1,140.00"';

describe('jobs from a file', () => {
  test('become plans with visits, and a second import adds nothing', async ({ shop }) => {
    expect(IMPORT_COLUMNS.jobs.join(',')).toBe(HEADER);
    const dry = await bringIn(shop, 'jobs', fileOf(ANN, BO), true);
    expect(told(dry)).toEqual([
      [2, 'create', 'Ann Lee, Standard clean', 'Every second Tuesday at 9:00 a.m.'],
      [3, 'create', 'Bo Park, Deep clean', 'The fifth Monday of each month at 1:30 p.m.'],
    ]);
    expect([shop.rows(clients), shop.rows(plans)]).toEqual([[], []]);
    const report = await bringIn(shop, 'jobs', fileOf(ANN, BO));
    expect([report.isWritten, report.counts.create]).toEqual([true, 2]);
    expect(shop.rows(clients)).toMatchObject([
      { name: 'Ann Lee', email: 'ann@example.com', phone: null, address: '1 Oak Rd, Kamloops' },
      { name: 'Bo Park', email: null, phone: '(250) 555-0101', address: '2 Elm St, Kamloops' },
    ]);
    expect(shop.rows(plans)).toMatchObject([
      {
        serviceType: 'residential',
        rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
        startDate: '2026-12-01',
        startTime: '09:00',
        minutes: 150,
        priceCents: 14000,
        status: 'active',
        addressId: null,
      },
      { serviceType: 'deep-cleaning', rrule: 'FREQ=MONTHLY;BYDAY=5MO', startTime: '13:30', minutes: 150, priceCents: 114000 },
    ]);
    const visits = shop.rows(workOrders);
    expect(visits.map(({ planId, planDate }) => `${planId} ${planDate}`)).toEqual(
      expect.arrayContaining(['1 2026-12-01', '1 2026-12-15', '1 2026-12-29', '2 2026-11-30']),
    );
    // The same jobs, exported after a few visits.
    for (const file of [fileOf(ANN, BO), fileOf(ANN.replace('2026-12-01', '2026-12-15'))]) {
      const again = await bringIn(shop, 'jobs', file);
      expect([again.counts.create, again.counts.error]).toEqual([0, 0]);
    }
    expect([shop.rows(clients).length, shop.rows(plans).length, shop.rows(workOrders).length]).toEqual([2, 2, visits.length]);
  });

  test('imports a good row after a bad one of the same job or client', async ({ shop }) => {
    const wrongPlace = ANN.replace('1 Oak Rd', 'x'.repeat(300));
    const wrongDay = ANN.replace('2026-12-01', '2099-12-01');
    for (const bad of [wrongPlace, wrongDay]) {
      const noPlace = ANN.replace('1 Oak Rd,Kamloops', ',').replace('Standard clean', 'Deep clean');
      const report = await bringIn(shop, 'jobs', fileOf(bad, noPlace, ANN), true);
      expect(told(report).map(([, outcome]) => outcome)).toEqual(['error', 'error', 'create']);
    }
  });

  test.for([
    ['Weekly', 'FREQ=WEEKLY;BYDAY=TU'],
    ['Every week', 'FREQ=WEEKLY;BYDAY=TU'],
    ['Biweekly', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['bi-weekly on Tuesdays', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Every 2 weeks', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Every Other Week', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Every 3 weeks', 'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU'],
    ['every four weeks', 'FREQ=WEEKLY;INTERVAL=4;BYDAY=TU'],
    ['Monthly', 'FREQ=MONTHLY;BYDAY=1TU'],
  ] as const)('repeat %s', async ([frequency, rrule], { shop }) => {
    await bringIn(shop, 'jobs', fileOf(ANN.replace('Biweekly', frequency)));
    expect(shop.rows(plans)).toMatchObject([{ rrule }]);
  });

  test.for([
    [
      'Next Visit',
      '2026-12-01',
      ['2026/12/01', 'Dec 1 2026', 'Tuesday 1 December 2026', '2026-12-01T09:00:00'],
      { startDate: '2026-12-01' },
    ],
    ['Start Time', '9:00 AM', ['09:00', '9am', '9:00 a.m.', '9:00 AM - 11:00 AM'], { startTime: '09:00' }],
    ['Duration', '150', ['2h 30m', '2:30', '2.5 hours', '150 min', '2 hrs 30 mins'], { minutes: 150 }],
    ['Price', '$140.00', ['140', '140.00', 'CA$140.00'], { priceCents: 14000 }],
  ] as const)('read %s in several forms', async ([_column, was, forms, expected], { shop }) => {
    for (const [place, form] of forms.entries()) {
      const report = await bringIn(shop, 'jobs', fileOf(ANN.replace('ann@', `c${place}@`).replace(was, form)));
      expect([form, report.counts.error]).toEqual([form, 0]);
    }
    expect(shop.rows(plans)).toMatchObject(forms.map(() => expected));
  });

  test.for([
    [ANN.replace('ann@example.com', ''), 'Client Email: Please enter a phone number or an e-mail address.'],
    [ANN.replace('ann@example.com', 'ann@'), expect.stringMatching(/^Client Email: Please enter a valid/)],
    [ANN.replace('Ann Lee', ''), expect.stringMatching(/^Client Name: /)],
    [ANN.replace('1 Oak Rd,Kamloops', ','), 'Service Street: Please enter the address, since this client is new.'],
    [ANN.replace('Biweekly', 'Sometimes'), expect.stringMatching(/^Frequency: Please write Weekly/)],
    [ANN.replace('2026-12-01', '03/04/2027'), expect.stringMatching(/^Next Visit: /)],
    [ANN.replace('2026-12-01', '2026-02-30'), expect.stringMatching(/^Next Visit: /)],
    [ANN.replace('2026-12-01', '2046-12-04'), expect.stringMatching(/^Next Visit: Please enter a day from/)],
    [ANN.replace('9:00 AM', '25:00'), expect.stringMatching(/^Start Time: /)],
    [ANN.replace('150', 'long'), expect.stringMatching(/^Duration: /)],
    [ANN.replace('$140.00', 'much'), expect.stringMatching(/^Price: /)],
  ] as const)('are rejected as a whole for the row %s', async ([row, message], { shop }) => {
    const report = await bringIn(shop, 'jobs', fileOf(BO, row));
    expect(told(report)[1]).toEqual([3, 'error', expect.any(String), message]);
    expect([report.isWritten, shop.rows(clients), shop.rows(plans)]).toEqual([false, [], []]);
  });

  test('leave out one-time jobs and repeated rows, and say which defaults count', async ({ shop }) => {
    const bare = 'Cy Day,cy@example.com,,3 Fir St,Kamloops,Pool clean,Weekly,2026-12-02,,,';
    const report = await bringIn(shop, 'jobs', fileOf(ANN.replace('Biweekly', ''), ANN.replace('Biweekly', 'One-time'), bare, bare));
    expect(told(report).map(([row, outcome, , ...messages]) => [row, outcome, ...messages])).toEqual([
      [2, 'unchanged', 'Left out: a one-time job does not repeat. Please add it under Dispatch.'],
      [3, 'unchanged', 'Left out: a one-time job does not repeat. Please add it under Dispatch.'],
      [
        4,
        'create',
        'Every Wednesday at 9:00 a.m.',
        'Service: “Pool clean” is kept as it is written.',
        'Start Time: 09:00, since the file has none.',
        'Duration: 120, since the file has none.',
      ],
      [5, 'unchanged', 'Row 4 is about the same.'],
    ]);
    expect(shop.rows(plans)).toMatchObject([{ serviceType: 'Pool clean', priceCents: null, minutes: 120 }]);
  });

  test('find known clients, and add an address only if it is new', async ({ shop }) => {
    insertRow(shop.db, 'clients', {
      name: 'Ann Lee',
      email: 'ann@example.com',
      phone: '(250) 555-0100',
      address: '1 Oak Rd, Kamloops, BC, V2C 1A1',
    });
    const byPhone = ANN.replace('ann@example.com,', ',250 555 0100');
    const elsewhere = ANN.replace('1 Oak Rd', '9 Pine Ave');
    const own = ANN.replace('1 Oak Rd,Kamloops', ',').replace('Biweekly', 'Weekly');
    expect((await bringIn(shop, 'jobs', fileOf(byPhone, elsewhere, own))).counts.create).toBe(3);
    expect(shop.rows(clients)).toHaveLength(1);
    expect(shop.rows(clientAddresses)).toMatchObject([{ clientId: 1, address: '9 Pine Ave, Kamloops' }]);
    expect(shop.rows(plans).map(({ addressId }) => addressId)).toEqual([null, 1, null]);
  });

  test.for([
    [
      'Jobber',
      'Client name,Client phone #,Client email,Service street,Service city,Service province,Job title,Visit frequency,Schedule start date,Visit start time,Duration,Total ($)',
      'Ann Lee,,ann@example.com,1 Oak Rd,Kamloops,BC,Standard clean,Every 2 weeks on Tuesdays,"Dec 1, 2026",9:00 AM,2:30,140.00',
    ],
    [
      'ZenMaid',
      'First Name,Last Name,Email,Mobile Phone,Address,City,Service Type,Frequency,Next Appointment,Start Time,Duration,Price',
      'Ann,Lee,ann@example.com,,1 Oak Rd,Kamloops,Regular Cleaning,Every Two Weeks,12/01/2026 ,09:00 AM,2h 30m,$140.00'.replace(
        '12/01/2026 ',
        '2026-12-01',
      ),
    ],
    [
      'QuickBooks',
      'Customer full name,Email,Phone,Bill address,Product/Service,Frequency,Date,Time,Duration,Amount',
      'Ann Lee,ann@example.com,,"1 Oak Rd, Kamloops",House cleaning,Biweekly,2026-12-01,09:00,150,140.00',
    ],
  ] as const)('are read from the columns of %s', async ([_product, header, row], { shop }) => {
    const report = await bringIn(shop, 'jobs', `${header}\r\n${row}`);
    expect([report.isWritten, report.ignored]).toEqual([true, []]);
    expect(shop.rows(plans)).toMatchObject([
      {
        serviceType: 'residential',
        rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
        startDate: '2026-12-01',
        startTime: '09:00',
        minutes: 150,
        priceCents: 14000,
      },
    ]);
    expect(shop.rows(clients)).toMatchObject([
      { name: 'Ann Lee', email: 'ann@example.com', address: expect.stringMatching(/^1 Oak Rd, Kamloops/) },
    ]);
  });
});
