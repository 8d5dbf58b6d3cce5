import { formatAddress, type PageCompany } from './company';

type ProfiledCompany = Omit<PageCompany, 'logo'>;

/** The lines of services, with a drawing each. */
export const PROFILE_SERVICES = [
  { id: 'residential', name: 'Residential', text: 'Houses and apartments: regular visits, deep cleaning, and moving in or out.' },
  { id: 'commercial', name: 'Commercial', text: 'Offices, shops and restaurants, cleaned while they are closed.' },
  { id: 'healthcare', name: 'Healthcare', text: 'Clinics and dental practices, disinfected by written procedure.' },
  { id: 'educational', name: 'Educational', text: 'Schools and daycares, with products that are safe around children.' },
  { id: 'industrial', name: 'Industrial', text: 'Warehouses, workshops and sites after building work.' },
  { id: 'emergency', name: 'Emergency', text: 'Floods, fires and break-ins: a crew by day and by night.' },
] as const;

type Contact = { label: string; lines: readonly string[]; href?: string };
/** Returns the ways to reach the company: a label, the lines to show, and the target of the link if it has one. */
const listContacts = ({ phone, email, hours }: ProfiledCompany): readonly Contact[] => [
  { label: 'Phone', lines: [phone.display], href: phone.href },
  { label: 'E-mail', lines: [email], href: `mailto:${email}` },
  { label: 'Hours', lines: hours.text },
  { label: 'Emergency line, 24/7', lines: [phone.display], href: phone.href },
];

/** Returns the texts of the company profile for page, print and PDF. Its figures are its own: 8+ years here, 5+ on the landing page. */
export const getProfile = (company: ProfiledCompany, day: string) => ({
  name: company.name,
  title: 'Company Profile',
  lead: 'Who comes to your door, what we clean, and how to reach us.',
  headings: {
    overview: 'Company Overview',
    founder: "The Founder's Story",
    services: 'Our Services',
    reasons: `Why Choose ${company.shortName}`,
    areas: 'Service Areas',
    contact: 'Contact Information',
  },
  overview: [
    `${company.name} is a cleaning company from ${company.city}, ${company.region}. We look after homes, offices, clinics, schools and workshops across the Thompson valley, once or every week.`,
    'Our crews are our own people: trained, insured and bonded. The same faces come to the same doors, with products that are kind to the people, the pets and the rivers around here.',
  ],
  figures: [
    ['8+', 'years of experience'],
    ['500+', 'clients'],
    ['24/7', 'emergency service'],
    ['100%', 'satisfaction'],
  ] as const,
  founder: {
    name: 'Rowan Sage',
    role: 'Founder and director',
    quote: 'I wanted to run the company I would give my own key to.',
    story: [
      `It began with one van, two vacuums and a list of neighbours in ${company.city} who wanted their Saturdays back. Rowan Sage cleaned the first homes alone, and asked after each one what could have been better.`,
      'The answers became our checklists. A clinic called, then a school, then a mill with a flooded lunchroom at two in the morning. Each of them got the same answer: we will be there.',
      'Rowan still walks every new job before it is quoted, and still takes the emergency line on Sunday nights.',
    ],
  },
  services: PROFILE_SERVICES,
  reasons: [
    ['Insured and bonded', 'Every visit is covered, and so is everyone we send.'],
    ['The same people', 'You know who comes, and they know your home.'],
    ['Eco-friendly products', 'Plant-based where it works, stronger only where it must be.'],
    ['Hours that suit you', 'Early, late and on weekends, seven days a week.'],
    ['Prices in writing', 'A quote before we begin, and the same sum on the invoice.'],
    ['Put right at once', 'Not happy? Tell us within a day and we come back for it.'],
  ] as const,
  areas: `We work in ${company.city} and in the towns around it. Further away? Ask us, we often say yes.`,
  towns: company.towns,
  contact: listContacts(company),
  legal: `© ${day.slice(0, 4)} ${company.name}, ${formatAddress(company)}`,
});
export type Profile = ReturnType<typeof getProfile>;

/** The printable copy of the profile, which opens the print dialog itself, and the PDF. */
export const PRINT_PATH = '/company-profile/print';
export const PDF_PATH = '/company-profile.pdf';
