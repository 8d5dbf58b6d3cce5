/** The company's facts; another company changes this file, not the code. */
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
  social: [
    { name: 'Facebook', href: 'https://www.facebook.com/sageandpinecleaning' },
    { name: 'Instagram', href: 'https://www.instagram.com/sageandpinecleaning' },
    { name: 'X', href: 'https://x.com/sageandpineclean' },
  ],
  reviews: [
    { name: 'Google', href: 'https://www.google.com/search?q=Sage+%26+Pine+Cleaning+Kamloops+reviews' },
    { name: 'Yelp', href: 'https://www.yelp.ca/search?find_desc=Sage+%26+Pine+Cleaning&find_loc=Kamloops%2C+BC' },
  ],
  mapsSearch: 'https://www.google.com/maps/search/?api=1&query=Sage+%26+Pine+Cleaning+Kamloops+BC',
} as const;

/** Whether the office is open at a weekday (0 = Sunday) and a time of day "13:05" of the company. */
export function isOpen(weekday: number, time: string): boolean {
  const { opens, closes } = weekday === 0 || weekday === 6 ? company.hours.weekend : company.hours.weekdays;
  return time >= opens && time < closes;
}
