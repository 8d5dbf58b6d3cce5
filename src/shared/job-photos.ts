import { z } from 'zod';

export const PHOTO_KINDS = ['before', 'after'] as const;

/** Picture of a job. */
export const photoSchema = z.object({
  id: z.int(),
  kind: z.enum(PHOTO_KINDS),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  takenAt: z.string(),
});
export type Photo = z.output<typeof photoSchema>;
