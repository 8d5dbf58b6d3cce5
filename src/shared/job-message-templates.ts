import { defineVariables, letter, type MessageTemplate } from './message-text';

const JOB = defineVariables({
  workOrder: ['The work order’s number', 'WO-1795377600000-K7M'],
  when: ['When it is planned', 'Tue, Nov 24, 2026, 10:00 a.m.'],
  customerName: ['The client’s name', 'Maria Santos'],
});
const PLACE = defineVariables({ address: ['Where it is', '12 Seymour St, Kamloops'] });
const BEFORE = defineVariables({ before: ['When it was planned before', 'Mon, Nov 23, 2026, 8:00 a.m.'] });
const MEMBER = defineVariables({ memberName: ['The team member’s name', 'Dee'] });
const CLIENT = defineVariables({
  customerName: ['The client’s name', 'Maria Santos'],
  work: ['What is done', 'residential cleaning'],
});
const OFFICE_JOB = defineVariables({
  ...MEMBER,
  ...JOB,
  ...PLACE,
  officeLink: ['Where the office sees it', 'https://example.com/team?order=1'],
});
const FOR_OFFICE = defineVariables({ ...OFFICE_JOB, remarks: ['What the member wrote, or “none”', 'Nobody was at home.'] });

const OFFICE_FACTS = `Work order: {{workOrder}}
When: {{when}}
Client: {{customerName}}
Address: {{address}}
Remarks: {{remarks}}

See it: {{officeLink}}`;

/** Templates of messages about jobs. */
export const JOB_TEMPLATES = {
  'job-scheduled': {
    name: 'Date of a job',
    to: 'client',
    subject: 'Your cleaning: {{when}}',
    body: letter(`We come to you for your {{work}} on {{when}}.

Address: {{address}}

The date is attached for your calendar. If it does not suit you, please call us at {{companyPhone}}.`),
    variables: { ...CLIENT, ...PLACE, when: JOB.when },
  },
  'job-rescheduled': {
    name: 'New date of a job',
    to: 'client',
    subject: 'Your cleaning was moved: {{when}}',
    body: letter(`Your {{work}} was moved. Before, it was planned for {{before}}. We now come to you on {{when}}.

Address: {{address}}

The new date is attached for your calendar. If it does not suit you, please call us at {{companyPhone}}.`),
    variables: { ...CLIENT, ...PLACE, ...BEFORE, when: JOB.when },
  },
  visit_reminder: {
    name: 'Reminder of a visit',
    to: 'client',
    subject: 'Your cleaning: {{day}}, {{window}}',
    body: letter(`We look forward to your {{work}}.

When: {{day}}, {{window}}
Your crew: {{crew}}

Please clear the floors and surfaces that we clean, keep pets in a safe place, and make sure that somebody can let us in.

Confirm this time or ask for another: {{visitLink}}`),
    variables: {
      ...CLIENT,
      day: ['The day', 'Tuesday, November 24, 2026'],
      window: ['The time', '10:00 a.m. to 12:00 p.m.'],
      crew: ['The first names of the crew; its line is left out if nobody is assigned yet', 'Dee and Ann'],
      visitLink: ['The page where the client confirms the visit', 'https://example.com/visit/k3Jx0aQ2mVb7Tz9LpWc4Rg'],
    },
  },
  'job-cancelled': {
    name: 'Job cancelled',
    to: 'client',
    subject: 'Your cleaning is cancelled: {{when}}',
    body: letter(`We are sorry: your {{work}} on {{when}} is cancelled.

Reason: {{reason}}

Please call us at {{companyPhone}} for another date.`),
    variables: { ...CLIENT, when: JOB.when, reason: ['Why it is cancelled', 'Our van broke down'] },
  },
  'on-the-way': {
    name: 'On the way',
    to: 'client',
    subject: 'We are on our way to you',
    body: letter(`{{memberName}} is on the way to you for your {{work}}. {{arrival}}

Address: {{address}}

Please make sure that somebody can let us in. If anything has changed, just call us.`),
    variables: { ...CLIENT, ...MEMBER, ...PLACE, arrival: ['When they arrive, as a sentence', 'Dee should be there at about 10:05 a.m.'] },
  },
  'job-done': {
    name: 'Cleaning done',
    to: 'client',
    subject: 'Your cleaning is done',
    body: letter(`Your {{work}} is done.

{{workDone}}

If something is not as it should be, please tell us within a day and we will put it right.

Thank you for having us.`),
    variables: {
      ...CLIENT,
      workDone: ['What was ticked off, a line each; left out if nothing was', 'This is what we did:\n- Kitchen\n- Bathroom'],
    },
  },
  'job-assigned': {
    name: 'New job',
    to: 'team',
    subject: 'New job: {{when}}',
    body: letter(
      `You have a new job.

Work order: {{workOrder}}
When: {{when}}
Please arrive: {{arrival}}
Client: {{customerName}}
Address: {{address}}
Service: {{service}}
Priority: {{priority}}
Planned: {{duration}}
Directions: {{directionsLink}}

Please accept or decline it:
{{jobLink}}`,
      'memberName',
    ),
    variables: {
      ...MEMBER,
      ...JOB,
      ...PLACE,
      arrival: ['When to arrive; its line is left out if no time was given', 'Tue, Nov 24, 2026, 9:50 a.m.'],
      service: ['The service', 'Residential Cleaning'],
      priority: ['How urgent it is', 'medium'],
      duration: ['How long it is planned for', '120 minutes'],
      directionsLink: ['The way there on a map', 'https://www.google.com/maps/dir/?api=1&destination=12%20Seymour%20St'],
      jobLink: ['Where the member accepts or declines', 'https://example.com/team-member-dashboard/1'],
    },
  },
  'job-moved': {
    name: 'Job moved',
    to: 'team',
    subject: 'Job moved: {{when}}',
    body: letter(
      `A job of yours has another time. Before, it was planned for {{before}}.

Work order: {{workOrder}}
When: {{when}}
Client: {{customerName}}
Address: {{address}}

See it: {{jobLink}}`,
      'memberName',
    ),
    variables: {
      ...MEMBER,
      ...JOB,
      ...PLACE,
      ...BEFORE,
      jobLink: ['Where the member sees it', 'https://example.com/team-member-dashboard/1'],
    },
  },
  'job-withdrawn': {
    name: 'Job withdrawn',
    to: 'team',
    subject: 'Job withdrawn: {{when}}',
    body: letter(
      `This job is no longer yours.

Work order: {{workOrder}}
When: {{when}}
Client: {{customerName}}
Reason: {{reason}}`,
      'memberName',
    ),
    variables: { ...MEMBER, ...JOB, reason: ['Why, or “not given”', 'The client has moved the visit.'] },
  },
  'job-declined': {
    name: 'Job declined',
    to: 'office',
    subject: 'Job declined: {{workOrder}}, {{when}}',
    body: `{{memberName}} declined a job. Please find another member for it.\n\n${OFFICE_FACTS}`,
    variables: FOR_OFFICE,
  },
  'job-incomplete': {
    name: 'Job not finished',
    to: 'office',
    subject: 'Job incomplete: {{workOrder}}, {{when}}',
    body: `{{memberName}} could not finish a job.\n\n${OFFICE_FACTS}`,
    variables: FOR_OFFICE,
  },
  'job-new-lead': {
    name: 'New lead of a crew',
    to: 'office',
    subject: 'New lead: {{workOrder}}, {{when}}',
    body: `{{memberName}} leads the crew of this job now, because the member who led it left the job.

Work order: {{workOrder}}
When: {{when}}
Client: {{customerName}}
Address: {{address}}

See it: {{officeLink}}`,
    variables: OFFICE_JOB,
  },
} as const satisfies Record<string, MessageTemplate>;
