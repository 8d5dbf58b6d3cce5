import { describe, expect } from 'vitest';
import { clients } from '../../db/schema';
import { bringIn, told } from '../support/imports';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { test } from '../support/shop-test';

/** The client exports of three products; each has a person without an e-mail address and one with several. */
const JOBBER = [
  'Display Name,Company Name,Title,First Name,Last Name,Main Phone #,Mobile Phone #,E-mails,Billing Street 1,Billing City,Service Street 1,Service Street 2,Service City,Service Province,Service Postal code,Tags',
  '"Ann Lee","",Ms.,Ann,Lee,"","(250) 555-0100","ann@example.com, office@example.com",Box 9,Kelowna,1 Oak Rd,Unit 5,Kamloops,BC,v2c1a1,vip',
  ',,,Bo,Park,(250) 555-0101,,,2 Elm St,Kamloops,,,,,,',
].join('\r\n');
const JOBBER_EXPORT = [
  'J-ID,Display Name,First Name,Last Name,Is Company?,Company Name,Main Phone #s,Mobile Phone #s,Text Message Enabled Phone #,E-mails,Service Property Name,Service Street 1,Service Street 2,Service City,Service State,Service Zip code,Billing Street 1,Archived',
  '101_1,Ann Lee,Ann,Lee,false,,"(250) 555-0100, (250) 555-0199",,,"ann@example.com, office@example.com",Home,1 Oak Rd,Unit 5,Kamloops,BC,v2c1a1,Box 9,false',
  '102_1,Bo Park,Bo,Park,false,,,,(250) 555-0101,,,2 Elm St,,Kamloops,,,,false',
].join('\r\n');
const QUICKBOOKS_DESKTOP = [
  'Active Status,Customer,Balance Total,Company,First Name,M.I.,Last Name,Main Phone,Alt. Phone,Main Email,Bill to 1,Bill to 2,Bill to 3,Ship to 1',
  'Active,Ann Lee,0.00,,Ann,,Lee,(250) 555-0100,,ann@example.com,Ann Lee,1 Oak Rd,Kamloops BC V2C 1A1,',
  'Active,Bo Park,0.00,Park & Sons,Bo,,Park,,(250) 555-0101,,Park & Sons,2 Elm St,Kamloops,',
].join('\n');
const ZENMAID = [
  '\ufeffFirst Name;Last Name;Email;Phone;Address;City;State/Province;Postal Code;Notes',
  'Ann;Lee;ANN@example.com;"(250) 555-0100; (250) 555-0199";1 Oak Rd;Kamloops;BC;V2C 1A1;"Two',
  'lines"',
  'Bo;Park;;250-555-0101;2 Elm St;Kamloops;;;',
].join('\r\n');
const QUICKBOOKS = [
  'Customer full name\tCompany name\tEmail\tPhone\tBill address\tOpen Balance',
  'Ann Lee\t\tann@example.com;billing@example.com\t(250) 555-0100 / (250) 555-0199\t"1 Oak Rd',
  'Kamloops BC V2C 1A1"\t0.00',
  'Bo Park\tPark & Sons\t\tPhone: (250) 555-0101\t2 Elm St, Kamloops\t0.00',
].join('\n');

describe('the clients of another product', () => {
  test.for([
    ['Jobber', JOBBER, 'Unit 5, Kamloops, BC, V2C 1A1', null],
    ['ZenMaid', ZENMAID, 'Kamloops, BC, V2C 1A1', null],
    ['QuickBooks', QUICKBOOKS, 'Kamloops BC V2C 1A1', 'Park & Sons'],
    ['an export of Jobber', JOBBER_EXPORT, 'Unit 5, Kamloops, BC, V2C 1A1', null],
    ['QuickBooks Desktop', QUICKBOOKS_DESKTOP, 'Kamloops BC V2C 1A1', 'Park & Sons'],
  ] as const)('are read from the file of %s, and a second import changes nothing', async ([_product, file, rest, company], { shop }) => {
    const dry = await bringIn(shop, 'clients', file, true);
    expect(dry.counts).toEqual({ create: 2, update: 0, unchanged: 0, error: 0 });
    expect(shop.rows(clients)).toEqual([]);
    expect((await bringIn(shop, 'clients', file)).isWritten).toBe(true);
    expect(shop.rows(clients)).toMatchObject([
      { name: 'Ann Lee', email: expect.stringMatching(/^ann@/i), phone: '(250) 555-0100', address: `1 Oak Rd, ${rest}`, company: null },
      { name: 'Bo Park', email: null, phone: expect.stringMatching(/^\(?250\)?[ -]555-0101$/), address: '2 Elm St, Kamloops', company },
    ]);
    expect((await bringIn(shop, 'clients', file)).counts).toEqual({ create: 0, update: 0, unchanged: 2, error: 0 });
  });

  test('are recognised across products by e-mail, else by phone and name', async ({ shop }) => {
    for (const file of [JOBBER, ZENMAID, QUICKBOOKS]) await bringIn(shop, 'clients', file);
    expect(shop.rows(clients).map(({ name }) => name)).toEqual(['Ann Lee', 'Bo Park']);
  });

  test.for([['250 555 0100'], ['']])('are created once from the rows of their properties, with phone "%s"', async ([phone], { shop }) => {
    const row = (address: string) => `Ann,Lee,${phone},ann@example.com,${address},Kamloops`;
    const file = ['First Name,Last Name,Main Phone #s,E-mails,Service Street 1,Service City', row('1 Oak Rd'), row('9 Pine St')].join('\n');
    expect(told(await bringIn(shop, 'clients', file))).toEqual([
      [2, 'create', 'ann@example.com'],
      [3, 'unchanged', 'ann@example.com', 'Row 2 is about the same.'],
    ]);
    expect((await bringIn(shop, 'clients', file)).counts).toEqual({ create: 0, update: 0, unchanged: 2, error: 0 });
    expect(shop.rows(clients)).toMatchObject([{ address: '1 Oak Rd, Kamloops' }]);
  });

  test('are looked up by indexes', async ({ shop }) => {
    const plans = await plansOf(shop, () => bringIn(shop, 'clients', ZENMAID, true));
    expect(plans.join('\n')).toContain('USING INDEX clients_phone');
    expect(plans.filter((plan) => /SCAN clients\b(?! USING)/.test(plan))).toEqual([]);
  });

  test('are not written if one has neither e-mail nor phone', async ({ shop }) => {
    const file = 'First Name,Last Name,Email,Phone,Address\nAnn,Lee,ann@example.com,,1 Oak Rd\nBo,Park,,,2 Elm St';
    const report = await bringIn(shop, 'clients', file);
    expect(told(report)).toEqual([
      [2, 'create', 'ann@example.com'],
      [3, 'error', 'Bo Park', 'email: Please enter a phone number or an e-mail address.'],
    ]);
    expect([report.isWritten, shop.rows(clients)]).toEqual([false, []]);
  });

  test('keep what an empty cell lacks, and get an address that they did not have', async ({ shop }) => {
    insertRow(shop.db, 'clients', { name: 'Bo Park', email: null, phone: '(250) 555-0101', address: '2 Elm St' });
    const file = 'Name,Email,Phone,Street\nBo Park,bo@example.com,250 555 0101,';
    expect(told(await bringIn(shop, 'clients', file))).toEqual([[2, 'update', 'bo@example.com', 'email', 'phone']]);
    expect(shop.rows(clients)).toMatchObject([{ email: 'bo@example.com', address: '2 Elm St' }]);
    expect(told(await bringIn(shop, 'clients', 'Name,Email,Phone\nBo Park,,250 555 0101'))).toEqual([
      [2, 'unchanged', 'Bo Park, 250 555 0101'],
    ]);
  });

  test('share a phone only with another name', async ({ shop }) => {
    const file = 'Name,Phone,Address\nAnn Lee,250-555-0100,1 Oak Rd\nJon Lee,250-555-0100,1 Oak Rd\nANN  LEE,(250) 555 0100,1 Oak Rd';
    expect(told(await bringIn(shop, 'clients', file))).toEqual([
      [2, 'create', 'Ann Lee, 250-555-0100'],
      [3, 'create', 'Jon Lee, 250-555-0100'],
      [4, 'unchanged', 'ANN  LEE, (250) 555 0100', 'Row 2 is about the same.'],
    ]);
  });
});
