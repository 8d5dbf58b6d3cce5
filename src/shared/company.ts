/** The default company; another company changes these facts, not the code. */
export const company = {
  name: 'Sage & Pine Cleaning',
  shortName: 'Sage & Pine',
  code: 'SPC',
  phone: { display: '(250) 555-0142', href: 'tel:+12505550142' },
  email: 'hello@sageandpine.example',
  city: 'Kamloops',
  region: 'BC',
  country: 'CA',
  latitude: 50.6745,
  longitude: -120.3273,
  regions: ['Lower Mainland', 'Interior BC', 'Vancouver Island'],
  towns: ['Kamloops', 'Sun Peaks', 'Barriere', 'Clearwater', 'Ashcroft', 'Cache Creek', 'Logan Lake', 'Merritt'],
  hours: {
    weekdays: { opens: '08:00', closes: '22:00' },
    weekend: { opens: '09:00', closes: '22:00' },
    text: ['Mon-Fri 8AM-10PM', 'Sat-Sun 9AM-10PM'],
  },
  paymentMethods: ['Direct Deposit', 'Cash', 'Cheque'],
  links: {
    facebook: 'https://www.facebook.com/sageandpinecleaning',
    instagram: 'https://www.instagram.com/sageandpinecleaning',
    x: 'https://x.com/sageandpineclean',
    listing: 'https://www.google.com/search?q=Sage+%26+Pine+Cleaning+Kamloops+reviews',
    reviews: 'https://www.yelp.ca/search?find_desc=Sage+%26+Pine+Cleaning&find_loc=Kamloops%2C+BC',
    map: 'https://www.google.com/maps/search/?api=1&query=Sage+%26+Pine+Cleaning+Kamloops+BC',
  },
} as const;

/** The company's pages on other sites; an empty link is shown nowhere. `listing` and `reviews` are two places to review the company. */
export type CompanyLinks = Record<keyof typeof company.links, string>;

/** Daily opening hours in local time, such as "08:00" to "22:00". */
export type OpeningHours = { opens: string; closes: string };
/** The facts of the company that the owner can change. */
export type CompanyFacts = {
  name: string;
  shortName: string;
  phone: string;
  email: string;
  street: string | null;
  city: string;
  region: string;
  postalCode: string | null;
  regions: string[];
  towns: string[];
  hours: { weekdays: OpeningHours; weekend: OpeningHours };
  gstNumber: string | null;
  pstNumber: string | null;
  /** The file name of the uploaded logo; null for the built-in one. */
  logo: string | null;
};
/** The company as pages and documents describe it. */
export type Company = Omit<typeof company, keyof CompanyFacts | 'links'> &
  Omit<CompanyFacts, 'phone' | 'hours' | 'regions' | 'towns'> & {
    phone: { display: string; href: string };
    regions: readonly string[];
    towns: readonly string[];
    hours: CompanyFacts['hours'] & { text: readonly string[] };
    links: CompanyLinks;
  };

export const DEFAULT_COMPANY: Company = {
  ...company,
  street: null,
  postalCode: null,
  gstNumber: null,
  pstNumber: null,
  logo: null,
};

/** The part of the company that is sent with each public page. */
export type PageCompany = Omit<Company, Unsaid>;
type Unsaid = 'gstNumber' | 'pstNumber' | Exclude<keyof typeof company, keyof CompanyFacts | 'links'>;
/** Formats the company's address on one line, with street and postal code if known. */
export const formatAddress = ({
  street,
  city,
  region,
  postalCode,
}: Pick<PageCompany, 'street' | 'city' | 'region' | 'postalCode'>): string =>
  [street, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** Returns the size of a logo from its file name, so that a page can reserve its space. */
export function logoSize(logo: string): { width: number; height: number } | undefined {
  const [, width, height] = /-(\d+)x(\d+)\.\w+$/.exec(logo) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

const toFacts = ({ phone, regions, towns, hours: { weekdays, weekend }, ...facts }: typeof company): CompanyFacts => ({
  name: facts.name,
  shortName: facts.shortName,
  phone: phone.display,
  email: facts.email,
  street: null,
  city: facts.city,
  region: facts.region,
  postalCode: null,
  regions: [...regions],
  towns: [...towns],
  hours: { weekdays, weekend },
  gstNumber: null,
  pstNumber: null,
  logo: null,
});
/** The default facts. Marked as pure, because public pages do not use them and the build can drop them. */
export const DEFAULT_FACTS: CompanyFacts = /* @__PURE__ */ toFacts(company);
