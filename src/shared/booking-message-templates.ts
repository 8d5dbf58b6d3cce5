import { defineVariables, letter, type MessageTemplate } from './message-text';

const BOOKING = defineVariables({
  bookingReference: ['The booking’s reference', 'SPC-1795377600000-K7M2Q'],
  customerName: ['The client’s name', 'Maria Santos'],
  date: ['The day', 'Tuesday, November 24, 2026'],
  time: ['The time window', '10:00 a.m. to 12:00 p.m.'],
  service: ['The service', 'Residential Cleaning'],
  address: ['Where the crew goes', '12 Seymour St, Kamloops'],
});
const REQUESTS = defineVariables({
  specialRequests: ['The client’s requests; the line is left out without any', 'One dog, very friendly.'],
});
const CHANGING = defineVariables({
  changeUntil: ['How long the client may change it', 'until 24 hours before it begins'],
  manageLink: ['Where the client moves or cancels it', 'https://example.com/manage/Xk29'],
});
const BEFORE = defineVariables({
  before: ['When it was before', 'Monday, November 23, 2026, 8:00 a.m. to 10:00 a.m.'],
});
const REASON = defineVariables({
  reason: ['Why it is cancelled; the line is left out without one', 'We are away that week'],
});
const FOR_OFFICE = defineVariables({
  ...BOOKING,
  customerPhone: ['The client’s phone number', '(250) 555-0133'],
  customerEmail: ['The client’s e-mail address', 'maria@example.com'],
  specialRequests: ['The client’s requests, or “none”', 'One dog, very friendly.'],
  duration: ['How long it takes', '120 minutes'],
  estimate: ['What the client expects to pay; empty if they gave no estimate', '$180.00'],
  firstBooking: ['Whether it is their first one online', 'yes, so it is 15% off'],
  officeLink: ['Where the office sees it', 'https://example.com/bookings?booking=1'],
});

const WAITLIST = defineVariables({
  customerName: BOOKING.customerName,
  date: BOOKING.date,
  time: ['The time window, or “any time”', '10:00 a.m. to 12:00 p.m.'],
  service: BOOKING.service,
  waitlistLink: ['Where the client accepts a place or leaves the list', 'https://example.com/waitlist/Xk29'],
});

const FACTS = `Reference: {{bookingReference}}
Date: {{date}}
Time: {{time}}
Service: {{service}}
Address: {{address}}
Your requests: {{specialRequests}}`;
const HOW_TO_CHANGE = `You can move or cancel it yourself {{changeUntil}}:
{{manageLink}}

Later than that, please call us at {{companyPhone}}.`;
const OFFICE_FACTS = `Reference: {{bookingReference}}
Date: {{date}}
Time: {{time}}
Service: {{service}}
Name: {{customerName}}
Phone: {{customerPhone}}
Email: {{customerEmail}}
Address: {{address}}
Requests: {{specialRequests}}
Duration: {{duration}}
Their estimate of the cost: {{estimate}}
First booking online: {{firstBooking}}

See it: {{officeLink}}`;

/** Mail about bookings. */
export const BOOKING_TEMPLATES = {
  'booking-confirmed': {
    name: 'Booking confirmed',
    to: 'client',
    subject: 'Your booking is confirmed: {{date}}, {{time}}',
    body: letter(`Thank you for booking with {{companyName}}. Your appointment is confirmed.

${FACTS}

We hold this time for you until {{depositDue}}. Please pay the deposit of {{depositAmount}} by then: {{depositLink}}

What to expect: our crew arrives within this time with everything it needs. Please make sure that somebody can let us in. When the work is done we send you the invoice; you can pay by {{paymentMethods}}.

Your first cleaning booked online is {{firstBookingOffer}}. The discount will be on the invoice.

${HOW_TO_CHANGE}`),
    variables: {
      ...BOOKING,
      ...REQUESTS,
      ...CHANGING,
      paymentMethods: ['How clients pay', 'direct deposit, cash, or cheque'],
      depositAmount: ['The deposit; the line is left out of bookings without one', '$50.00'],
      depositDue: ['Until when the deposit is to be paid', 'Saturday, November 21, 2026, 12:00 p.m.'],
      depositLink: ['The link to pay the deposit', 'https://example.com/pay/Xk29'],
      firstBookingOffer: ['The offer for a first online booking; the line is left out of other bookings', '15% off'],
    },
  },
  'booking-moved': {
    name: 'Booking moved',
    to: 'client',
    subject: 'Your booking was moved: {{date}}, {{time}}',
    body: letter(`Your booking was moved. Before, it was on {{before}}. These are the new details:

${FACTS}

${HOW_TO_CHANGE}`),
    variables: { ...BOOKING, ...REQUESTS, ...CHANGING, ...BEFORE },
  },
  'booking-cancelled': {
    name: 'Booking cancelled',
    to: 'client',
    subject: 'Your booking is cancelled: {{date}}, {{time}}',
    body: letter(`{{whoCancelled}}

${FACTS}
Reason: {{reason}}

You are welcome to book another time: {{bookingLink}}`),
    variables: {
      ...BOOKING,
      ...REQUESTS,
      ...REASON,
      whoCancelled: ['Who cancelled, the client or the office, as a sentence', 'As you asked, your booking is cancelled.'],
      bookingLink: ['Where to book another time', 'https://example.com/appointments'],
    },
  },
  'waitlist-joined': {
    name: 'Waitlist joined',
    to: 'client',
    subject: 'You are on the list: {{service}}, {{date}}',
    body: letter(`You are on our list for {{service}} on {{date}}, {{time}}.

If a place opens, we hold it for you and email you right away.

See your place on the list, or leave it: {{waitlistLink}}`),
    variables: WAITLIST,
  },
  'waitlist-offer': {
    name: 'Waitlist offer',
    to: 'client',
    subject: 'A place opened: {{date}}, {{time}}',
    body: letter(`Good news: a place opened for {{service}} on {{date}}, {{time}}.

We are holding it for you until {{heldUntil}}, Pacific time. Accept it here:
{{waitlistLink}}

If you no longer need it, please choose “No thanks” on that page, so that we can offer it to someone else.`),
    variables: { ...WAITLIST, heldUntil: ['Until when the place is held', 'Fri, Nov 20, 2026, 1:05 p.m.'] },
  },
  'new-booking': {
    name: 'New booking',
    to: 'office',
    subject: 'New booking: {{service}}, {{date}}, {{time}}',
    body: `A visitor booked an appointment.\n\n${OFFICE_FACTS}`,
    variables: FOR_OFFICE,
  },
  'booking-moved-by-client': {
    name: 'Booking moved by the client',
    to: 'office',
    subject: 'Booking moved by the client: {{bookingReference}}, {{date}}, {{time}}',
    body: `A client moved a booking. Before, it was on {{before}}.\n\n${OFFICE_FACTS}`,
    variables: { ...FOR_OFFICE, ...BEFORE },
  },
  'booking-cancelled-by-client': {
    name: 'Booking cancelled by the client',
    to: 'office',
    subject: 'Booking cancelled by the client: {{bookingReference}}, {{date}}, {{time}}',
    body: `A client cancelled a booking.\n\nReason: {{reason}}\n\n${OFFICE_FACTS}`,
    variables: { ...FOR_OFFICE, ...REASON },
  },
} as const satisfies Record<string, MessageTemplate>;
