export const PHOTO_CONSENT = 'May show photos of their place';
export const ADDRESS_FIELD = { name: 'address', label: 'Address', missing: 'Please enter the address.' } as const;
export const PLACE_FIELDS = [
  ADDRESS_FIELD,
  { name: 'latitude', label: 'Latitude', hint: 'In degrees, such as 50.6745. It puts the address on the map.', inputMode: 'decimal' },
  { name: 'longitude', label: 'Longitude', inputMode: 'decimal' },
] as const;
export const ACCESS_FIELDS = [
  { name: 'accessGate', label: 'Gate or Entry', rows: 2 },
  { name: 'accessAlarm', label: 'Alarm', rows: 2 },
  { name: 'accessPets', label: 'Pets', rows: 2 },
  { name: 'accessKey', label: 'Key', rows: 2 },
] as const;
export const CONTACT_FIELDS = [
  { name: 'name', label: 'Name', missing: 'Please enter the name.' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', hint: 'A phone number or an e-mail address is enough.' },
] as const;
export const COMPANY_FIELD = {
  name: 'company',
  label: 'Company',
  hint: 'The company they belong to, such as a property manager or a clinic.',
} as const;
