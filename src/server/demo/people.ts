import { inTransaction } from '../../../db/client';
import type { TEAM_ROLES } from '../../shared/team';
import { createClient, takeSmsConsent } from '../clients/service';
import type { Ctx } from '../context';
import { createMember } from '../team/account';

/** The ids of the company's clients and members. */
export type People = { clients: number[]; members: number[] };

const MEMBERS: [first: string, last: string, role: (typeof TEAM_ROLES)[number], specializations: string[], rate: string][] = [
  ['Amelia', 'Hart', 'cleaner', ['residential'], '22.50'],
  ['Bastien', 'Roy', 'cleaner', ['residential', 'specialty'], '23.00'],
  ['Chiara', 'Longo', 'cleaner', ['commercial'], '22.75'],
  ['Devan', 'Gill', 'cleaner', ['residential', 'commercial'], '24.00'],
  ['Elsie', 'Thomas', 'supervisor', ['specialty', 'emergency'], '27.50'],
  ['Farid', 'Nazari', 'manager', [], '31.00'],
];

/** Invented names, streets and approximate positions around Kamloops; null when the position is not known yet. */
const CLIENTS: [name: string, address: string, position: [number, number] | null, notes: string | null][] = [
  ['Maria Santos', '12 Seymour St, Kamloops, BC', [50.6755, -120.3341], 'Shoes off, please.'],
  ['Thompson Dental Clinic', '340 Victoria St, Kamloops, BC', [50.6748, -120.3299], 'Evenings only.'],
  ['River Road Cafe', '88 River Rd, Kamloops, BC', [50.6812, -120.3402], null],
  ['Juniper Ridge Strata', '2100 Qu’Appelle Blvd, Kamloops, BC', [50.6601, -120.2655], 'Ask for the caretaker.'],
  ['Noah Williams', '45 Columbia St, Kamloops, BC', [50.6689, -120.3372], null],
  ['Priya Sharma', '910 Battle St, Kamloops, BC', [50.6722, -120.3188], 'Baby sleeps from 1 to 3 p.m.'],
  ['Aberdeen Yoga Studio', '1320 Hugh Allan Dr, Kamloops, BC', [50.6398, -120.3671], null],
  ['George and Ruth Adams', '77 Pemberton Terrace, Kamloops, BC', [50.6661, -120.3405], 'Hard of hearing: ring twice.'],
  ['Sun Peaks Chalet 14', '1280 Alpine Rd, Sun Peaks, BC', [50.8837, -119.8869], 'Key in the lockbox.'],
  ['Sun Peaks Chalet 22', '3150 Creekside Way, Sun Peaks, BC', [50.8861, -119.8902], null],
  ['Barriere Community Hall', '4936 Barriere Town Rd, Barriere, BC', [51.1802, -120.1262], null],
  ['Ling Chen', '505 Fortune Dr, Kamloops, BC', [50.6971, -120.3576], null],
  ['Tranquille Auto Body', '720 Tranquille Rd, Kamloops, BC', [50.6995, -120.3661], 'Floors are oily.'],
  ['Sophie Tremblay', '61 Nicola St, Kamloops, BC', [50.6734, -120.3301], null],
  ['Merritt Guest House', '1999 Garcia St, Merritt, BC', [50.1127, -120.7889], null],
  ['Oliver Brown', '260 Valleyview Dr, Kamloops, BC', [50.6642, -120.2591], null],
  ['Ashcroft Gallery', '601 Railway Ave, Ashcroft, BC', [50.7252, -121.2806], null],
  ['Hannah Fischer', '18 Dalhousie Dr, Kamloops, BC', null, 'New client, call before the first visit.'],
  ['Logan Lake Lodge', '122 Chartrand Ave, Logan Lake, BC', null, null],
  ['Mateo Garcia', '9 Robson Dr, Kamloops, BC', null, null],
];

/** The people who book online and those who order from the store. */
export const VISITORS = {
  maria: ['Maria Santos', 'client1@example.com', '(250) 555-0150', '12 Seymour St, Kamloops, BC'],
  bella: ['Bella Fontaine', 'bella.fontaine@example.com', '(250) 555-0190', '233 Lorne St, Kamloops, BC'],
  owen: ['Owen Clarke', 'owen.clarke@example.com', '(250) 555-0191', '1702 Voght St, Merritt, BC'],
  priya: ['Priya Sharma', 'client6@example.com', '(250) 555-0155', '910 Battle St, Kamloops, BC'],
  hassan: ['Hassan Rahimi', 'hassan.rahimi@example.com', '(250) 555-0192', '1188 Sixth Ave, Kamloops, BC'],
  dental: ['Thompson Dental Clinic', 'client2@example.com', '(250) 555-0151', '340 Victoria St, Kamloops, BC'],
  freya: ['Freya Jensen', 'freya.jensen@example.com', '(250) 555-0193', '1340 Alpine Rd, Sun Peaks, BC'],
  louis: ['Louis Gagnon', 'louis.gagnon@example.com', '(250) 555-0194', '4655 Barriere Town Rd, Barriere, BC'],
  lodge: ['Juniper Lodge', 'juniper.lodge@example.com', '(250) 555-0170', '3180 Creekside Way, Sun Peaks, BC V0E 5N0'],
  nora: ['Nora Lindqvist', 'nora.lindqvist@example.com', '(250) 555-0171', '2087 Quilchena Ave, Merritt, BC V1K 1B8'],
  hall: ['Barriere Curling Club', 'barriere.curling@example.com', '(250) 555-0172', '4330 Barriere Town Rd, Barriere, BC V0E 1E0'],
  cafe: ['River Road Cafe', 'client3@example.com', '(250) 555-0152', '88 River Rd, Kamloops, BC V2C 1A5'],
  tom: ['Tom Okafor', 'tom.okafor@example.com', '(250) 555-0173', '611 Nicola St, Kamloops, BC V2C 2P9'],
  physio: ['Valleyview Physio', 'valleyview.physio@example.com', '(250) 555-0174', '1967 E Trans-Canada Hwy, Kamloops, BC V2C 4A4'],
  ines: ['Ines Carvalho', 'ines.carvalho@example.com', '(250) 555-0175', '14 Alpine Rd, Sun Peaks, BC V0E 5N0'],
} satisfies Record<string, [name: string, email: string, phone: string, address: string]>;

/** Adds the members of the demo company, all with the same password. Returns their ids. */
export async function makeMembers(ctx: Ctx, password: string): Promise<number[]> {
  const ids: number[] = [];
  for (const [place, [firstName, lastName, role, specializations, rate]] of MEMBERS.entries()) {
    const { id } = await createMember(ctx, {
      employeeId: `E-${101 + place}`,
      firstName,
      lastName,
      email: `${firstName.toLowerCase()}@example.com`,
      phone: `(250) 555-01${10 + place}`,
      role,
      specializations,
      isActive: true,
      hireDate: `202${3 + (place % 3)}-0${place + 1}-15`,
      hourlyRate: Number(rate) * 100,
      emergencyContact: `Pat ${lastName}`,
      emergencyPhone: `(250) 555-01${30 + place}`,
      address: `${20 + place} Lansdowne St, Kamloops, BC`,
      notes: null,
      password,
    });
    ids.push(id);
  }
  return ids;
}

/** Adds the clients of the demo company, and the consent of a third of them to text messages. Returns their ids. */
export const makeClients = (ctx: Ctx): number[] =>
  CLIENTS.map(([name, address, position, notes], place) =>
    inTransaction(ctx.db, () => {
      const phone = `(250) 555-01${50 + place}`;
      const { id } = createClient(ctx, {
        name,
        address,
        notes,
        email: `client${place + 1}@example.com`,
        phone,
        latitude: position?.[0] ?? null,
        longitude: position?.[1] ?? null,
      });
      if (place % 3 === 0) takeSmsConsent(ctx, { clientId: id, phone, smsConsentAt: ctx.now().toISOString() });
      return id;
    }),
  );
