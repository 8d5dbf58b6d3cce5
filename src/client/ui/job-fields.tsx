import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { BOOKING_SERVICE_TYPES, SERVICE_NAMES } from '../../shared/booking';
import { TextField } from './form';

const JOB_FIELDS = [
  { name: 'totalAmount', label: 'Price', hint: 'Before taxes.', inputMode: 'decimal', placeholder: '0.00' },
  { name: 'estimatedDuration', label: 'Duration (minutes)', inputMode: 'numeric', maxLength: 4 },
  { name: 'crewSize', label: 'Crew size', isRequired: true, hint: 'Members it needs.', inputMode: 'numeric', maxLength: 2 },
] as const;

type JobValues = FieldValues & { totalAmount?: unknown; estimatedDuration?: unknown; crewSize?: unknown };

/** The fields that all forms share which create or change a job. */
export const JobFields = <Values extends JobValues, Output>({ form }: { form: UseFormReturn<Values, unknown, Output> }) => (
  <div className="grid items-start gap-4 sm:grid-cols-3">
    {JOB_FIELDS.map((field) => (
      <TextField key={field.name} {...field} form={form} name={field.name as Path<Values>} />
    ))}
  </div>
);

/** The services that the office offers for a new job or plan. */
export const JOB_SERVICES: readonly (readonly [code: string, name: string])[] = [
  ...BOOKING_SERVICE_TYPES.map((type) => [type, SERVICE_NAMES[type]] as const),
  ['specialty', 'Specialty Cleaning'],
  ['emergency', 'Emergency Cleaning'],
];
