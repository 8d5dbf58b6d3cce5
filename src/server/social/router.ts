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
import { adminProcedure, forOffice, router } from '../trpc';
import * as accounts from './accounts';
import * as figures from './figures';
import * as publishing from './publishing';
import * as service from './service';

export const socialRouter = router({
  overview: adminProcedure.output(socialOverview).query(({ ctx }) => accounts.getOverview(ctx)),
  listPosts: forOffice.query(postListInput, postList, service.listPosts),
  getPost: forOffice.query(byId, postSchema, service.getPost),
  createPost: forOffice.mutation(postInput, postSchema, service.createPost),
  updatePost: forOffice.mutation(postChange, postSchema, service.updatePost),
  approvePost: forOffice.mutation(byId, postSchema, service.approvePost),
  cancelPost: forOffice.mutation(byId, postSchema, service.cancelPost),
  movePost: forOffice.mutation(postMove, postSchema, service.updatePost),
  publishPost: forOffice.mutation(postPublish, postOutcome, publishing.publishPost),
  postNow: forOffice.mutation(postNowInput, postOutcome, publishing.postNow),
  autoPost: forOffice.mutation(autoPostInput, autoPostOutcome, publishing.autoPost),
  testFacebook: adminProcedure.output(facebookTest).query(({ ctx }) => accounts.testFacebook(ctx)),
  analytics: adminProcedure.output(socialAnalytics).query(({ ctx }) => figures.getAnalytics(ctx)),
  suggestedTimes: adminProcedure.output(suggestedTimes).query(({ ctx }) => figures.getSuggestedTimes(ctx)),
});
