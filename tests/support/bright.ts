import { type CompanyFacts, DEFAULT_FACTS } from '../../src/shared/company';

/** A company whose facts all differ from the default ones. */
export const BRIGHT: CompanyFacts = {
  ...DEFAULT_FACTS,
  name: 'Bright & Rooms',
  shortName: 'Bright',
  phone: '(604) 555-0101',
  email: 'us@bright.example',
  street: '5 Main St',
  city: 'Vernon',
  region: 'British Columbia',
  postalCode: 'V1T 2L5',
  regions: ['Okanagan', 'Shuswap'],
  towns: ['Vernon', 'Lumby'],
  hours: { weekdays: { opens: '07:30', closes: '17:00' }, weekend: { opens: '10:00', closes: '14:00' } },
};
