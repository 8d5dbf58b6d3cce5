import { draftDailyPost } from '../social/drafts';
import type { Work } from './worker';

/** Writes the social media draft of the day (automation.md §3). */
export const draftPosts: Work = (ctx) => draftDailyPost(ctx);
