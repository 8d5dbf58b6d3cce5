import {
  addressChange,
  addressInput,
  clientChange,
  clientInput,
  clientList,
  clientListInput,
  clientMerge,
  clientProfileSchema,
  clientSchema,
  clientTimeline,
  doNotServiceChange,
  duplicateList,
  timelineInput,
} from '../../shared/clients';
import { byId } from '../../shared/text';
import { adminProcedure, router } from '../trpc';
import * as addresses from './addresses';
import * as merge from './merge';
import { listClients } from './search';
import * as service from './service';
import { getTimeline } from './timeline';

export const clientsRouter = router({
  list: adminProcedure
    .input(clientListInput)
    .output(clientList)
    .query(({ ctx, input }) => listClients(ctx, input)),
  get: adminProcedure
    .input(byId)
    .output(clientProfileSchema)
    .query(({ ctx, input }) => service.getClient(ctx, input.id)),
  timeline: adminProcedure
    .input(timelineInput)
    .output(clientTimeline)
    .query(({ ctx, input }) => getTimeline(ctx, input)),
  findDuplicates: adminProcedure
    .input(byId)
    .output(duplicateList)
    .query(({ ctx, input }) => merge.findDuplicates(ctx, input)),
  create: adminProcedure
    .input(clientInput)
    .output(clientSchema)
    .mutation(({ ctx, input }) => service.createClient(ctx, input)),
  update: adminProcedure
    .input(clientChange)
    .output(clientProfileSchema)
    .mutation(({ ctx, input }) => service.updateClient(ctx, input)),
  setDoNotService: adminProcedure
    .input(doNotServiceChange)
    .output(clientProfileSchema)
    .mutation(({ ctx, input }) => service.setDoNotService(ctx, input)),
  addAddress: adminProcedure
    .input(addressInput)
    .output(clientProfileSchema)
    .mutation(({ ctx, input }) => addresses.addAddress(ctx, input)),
  updateAddress: adminProcedure
    .input(addressChange)
    .output(clientProfileSchema)
    .mutation(({ ctx, input }) => addresses.updateAddress(ctx, input)),
  removeAddress: adminProcedure
    .input(byId)
    .output(clientProfileSchema)
    .mutation(({ ctx, input }) => addresses.removeAddress(ctx, input)),
  merge: adminProcedure
    .input(clientMerge)
    .output(clientProfileSchema)
    .mutation(({ ctx, input }) => merge.mergeClients(ctx, input)),
});
