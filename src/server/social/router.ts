import {
  autoPostInput,
  autoPostOutcome,
  facebookTest,
  postChange,
  postInput,
  postList,
  postListInput,
  postMove,
  postNowInput,
  postOutcome,
  postPublish,
  postSchema,
  socialAnalytics,
  socialOverview,
  suggestedTimes,
} from '../../shared/social-schemas';
import { byId } from '../../shared/text';
import { adminProcedure, router } from '../trpc';
import * as accounts from './accounts';
import * as figures from './figures';
import * as publishing from './publishing';
import * as service from './service';

export const socialRouter = router({
  overview: adminProcedure.output(socialOverview).query(({ ctx }) => accounts.getOverview(ctx)),
  listPosts: adminProcedure
    .input(postListInput)
    .output(postList)
    .query(({ ctx, input }) => service.listPosts(ctx, input)),
  getPost: adminProcedure
    .input(byId)
    .output(postSchema)
    .query(({ ctx, input }) => service.getPost(ctx, input)),
  createPost: adminProcedure
    .input(postInput)
    .output(postSchema)
    .mutation(({ ctx, input }) => service.createPost(ctx, input)),
  updatePost: adminProcedure
    .input(postChange)
    .output(postSchema)
    .mutation(({ ctx, input }) => service.updatePost(ctx, input)),
  approvePost: adminProcedure
    .input(byId)
    .output(postSchema)
    .mutation(({ ctx, input }) => service.approvePost(ctx, input)),
  cancelPost: adminProcedure
    .input(byId)
    .output(postSchema)
    .mutation(({ ctx, input }) => service.cancelPost(ctx, input)),
  movePost: adminProcedure
    .input(postMove)
    .output(postSchema)
    .mutation(({ ctx, input }) => service.updatePost(ctx, input)),
  publishPost: adminProcedure
    .input(postPublish)
    .output(postOutcome)
    .mutation(({ ctx, input }) => publishing.publishPost(ctx, input)),
  postNow: adminProcedure
    .input(postNowInput)
    .output(postOutcome)
    .mutation(({ ctx, input }) => publishing.postNow(ctx, input)),
  autoPost: adminProcedure
    .input(autoPostInput)
    .output(autoPostOutcome)
    .mutation(({ ctx, input }) => publishing.autoPost(ctx, input)),
  testFacebook: adminProcedure.output(facebookTest).query(({ ctx }) => accounts.testFacebook(ctx)),
  analytics: adminProcedure.output(socialAnalytics).query(({ ctx }) => figures.getAnalytics(ctx)),
  suggestedTimes: adminProcedure.output(suggestedTimes).query(({ ctx }) => figures.getSuggestedTimes(ctx)),
});
