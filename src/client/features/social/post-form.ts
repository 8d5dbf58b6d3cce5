import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import { type Post, postInput } from '../../../shared/social-schemas';
import { formatLocalTime, readLocalTime } from '../../../shared/time-input';

export const NO_TIME = 'Please enter a date and a time.';
/** The fields of a post; the time as a date and time field has it, empty for none. */
const postForm = z.object({
  platform: postInput.shape.platform.unwrap(),
  type: postInput.shape.type.unwrap(),
  content: postInput.shape.content,
  scheduledFor: z.string().refine((text) => text === '' || readLocalTime(text) !== undefined, NO_TIME),
});
type PostValues = z.input<typeof postForm>;
export type PostOutput = z.output<typeof postForm>;
export type PostForm = UseFormReturn<PostValues, unknown, PostOutput>;

export const EMPTY_POST: PostValues = { platform: 'facebook', type: 'business-update', content: '', scheduledFor: '' };

export const toFormValues = ({ platform, type, content, scheduledFor }: Post): PostValues => ({
  platform,
  type,
  content,
  scheduledFor: scheduledFor === null ? '' : formatLocalTime(scheduledFor),
});

export const readInstant = ({ scheduledFor }: Pick<PostOutput, 'scheduledFor'>): string | null => readLocalTime(scheduledFor) ?? null;

export const usePostForm = (values: PostValues): PostForm =>
  useForm<PostValues, unknown, PostOutput>({ resolver: zodResolver(postForm), defaultValues: values });
