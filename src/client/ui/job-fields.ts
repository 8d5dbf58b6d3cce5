import { BOOKING_SERVICE_TYPES, SERVICE_NAMES } from '../../shared/booking';

/** The fields of the office that a new job and an existing one share, for `TextField`. */
export const JOB_FIELDS = [
  { name: 'totalAmount', label: 'Price', hint: 'Before taxes.', inputMode: 'decimal', placeholder: '0.00' },
  { name: 'estimatedDuration', label: 'Duration (minutes)', inputMode: 'numeric', maxLength: 4 },
  { name: 'crewSize', label: 'Crew size', isRequired: true, hint: 'Members it needs.', inputMode: 'numeric', maxLength: 2 },
] as const;

/** The services that the office offers for a new job or plan. */
export const JOB_SERVICES: readonly (readonly [code: string, name: string])[] = [
  ...BOOKING_SERVICE_TYPES.map((type) => [type, SERVICE_NAMES[type]] as const),
  ['specialty', 'Specialty Cleaning'],
  ['emergency', 'Emergency Cleaning'],
];
