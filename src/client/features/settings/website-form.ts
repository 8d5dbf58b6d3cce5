import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { settingsSchema } from '../../../shared/settings';

export const websiteSchema = settingsSchema.pick({
  hero: true,
  photos: true,
  testimonials: true,
  links: true,
  privacy: true,
  terms: true,
});
export type WebsiteForm = UseFormReturn<z.input<typeof websiteSchema>, unknown, z.output<typeof websiteSchema>>;
