import type { QuoteSubmission } from '../../shared/quotes-schemas';
import type { Ctx } from '../context';
import { updateWorkOrder } from '../dispatch/service';
import { setQuoteStatus, submitQuote } from '../quotes/service';
import { DAY, setClock, toInstant, type When } from './clock';
import { carryOut, type Done, type Stage } from './jobs';
import type { People } from './people';

/** The job of a confirmed request: its day, stage and price. */
type Course = { days: number; stage: Stage; price: string };
type Asked = {
  when: When;
  from: [name: string, email: string, phone: string, address: string | null];
  serviceType: QuoteSubmission['serviceType'];
  message: string;
  confirmed?: Course | 'no address';
};

/** Oldest first: three done, three confirmed, three pending of which one has waited for two days. */
const QUOTES: Asked[] = [
  {
    when: { days: -66, time: '10:12' },
    from: ['Merritt Animal Clinic', 'merritt.animals@example.com', '(250) 555-0180', '2025 Granite Ave, Merritt, BC'],
    serviceType: 'commercial',
    message: 'Two exam rooms and the waiting area, after 6 p.m.',
    confirmed: { days: -60, stage: 'finalized', price: '285.00' },
  },
  {
    when: { days: -45, time: '20:31' },
    from: ['Gwen Patterson', 'gwen.patterson@example.com', '(250) 555-0181', '370 Battle St, Kamloops, BC'],
    serviceType: 'residential',
    message: 'We move out at the end of the month.',
    confirmed: { days: -38, stage: 'finalized', price: '175.00' },
  },
  {
    when: { days: -27, time: '09:04' },
    from: ['Sun Peaks Chalet 14', 'client9@example.com', '(250) 555-0158', '1280 Alpine Rd, Sun Peaks, BC'],
    serviceType: 'specialty',
    message: 'The carpets before the season begins, please.',
    confirmed: { days: -21, stage: 'complete', price: '340.00' },
  },
  {
    when: { days: -12, time: '11:48' },
    from: ['Barriere Seniors Society', 'barriere.seniors@example.com', '(250) 555-0182', '4818 Gray Pl, Barriere, BC'],
    serviceType: 'commercial',
    message: 'The hall and the kitchen once a month.',
    confirmed: { days: 2, stage: 'accepted', price: '230.00' },
  },
  {
    when: { days: -6, time: '18:22' },
    from: ['Marek Novak', 'marek.novak@example.com', '(250) 555-0183', '1450 Hugh Allan Dr, Kamloops, BC'],
    serviceType: 'residential',
    message: 'Every two weeks. There is a dog, a friendly one.',
    confirmed: { days: 5, stage: 'unassigned', price: '160.00' },
  },
  {
    when: { days: -4, time: '13:37' },
    from: ['Yuki Tanaka', 'yuki.tanaka@example.com', '(250) 555-0184', null],
    serviceType: 'specialty',
    message: 'Windows on two floors. I will send the address when we have the keys.',
    confirmed: 'no address',
  },
  {
    when: { days: -2, time: '09:25' },
    from: ['Nicola Valley Dental', 'nicola.dental@example.com', '(250) 555-0185', '2110 Nicola Ave, Merritt, BC'],
    serviceType: 'commercial',
    message: 'Four evenings a week from next month. What would that cost?',
  },
  {
    when: -430,
    from: ['Alpine View Rentals', 'alpine.view@example.com', '(250) 555-0186', '3270 Village Way, Sun Peaks, BC'],
    serviceType: 'residential',
    message: 'Six chalets, each Saturday between guests.',
  },
  {
    when: -85,
    from: ['Peter Lindsay', 'peter.lindsay@example.com', '(250) 555-0187', '780 Fortune Dr, Kamloops, BC'],
    serviceType: 'emergency',
    message: 'A pipe burst in the basement. Could somebody come this week?',
  },
];

function confirm(ctx: Ctx, id: number, asked: string, course: Course, teamMemberId: number): Done | undefined {
  const confirmed = setClock(ctx, asked, DAY - 240);
  const { workOrderId } = setQuoteStatus(confirmed, { id, status: 'confirmed' });
  if (workOrderId === null) return undefined;
  const start = toInstant(ctx, { days: course.days, time: '11:00' });
  const order = updateWorkOrder(confirmed, { id: workOrderId, scheduledDate: start, confirm: false });
  const done = carryOut(ctx, order, { start, stage: course.stage, teamMemberId, minutes: 125 });
  if (done) setQuoteStatus(setClock(ctx, start, DAY), { id, status: 'completed' });
  return done && { ...done, priceCents: Number(course.price) * 100 };
}

/** Makes the quote requests and returns the jobs that are done. */
export function makeQuotes(ctx: Ctx, { members }: People): Done[] {
  return QUOTES.flatMap(({ when, from: [name, email, phone, address], serviceType, message, confirmed }, place) => {
    const asked = toInstant(ctx, when);
    const { inquiry } = submitQuote(setClock(ctx, asked, 0, { kind: 'visitor' }), { name, email, phone, address, serviceType, message });
    if (confirmed === 'no address') setQuoteStatus(setClock(ctx, asked, DAY - 240), { id: inquiry.id, status: 'confirmed' });
    if (confirmed === undefined || confirmed === 'no address') return [];
    return confirm(ctx, inquiry.id, asked, confirmed, members[place % members.length] ?? 0) ?? [];
  });
}
