import {
  byWorkOrder,
  clientInput,
  clientList,
  clientSchema,
  jobComponentChange,
  jobComponentInput,
  jobComponentSchema,
  workOrderInput,
  workOrderList,
  workOrderSchema,
  workOrderStatusChange,
  workOrderSummary,
} from '../../shared/dispatch';
import { pageInput } from '../../shared/text';
import { adminProcedure, router } from '../trpc';
import * as clients from './clients';
import * as service from './service';

export const dispatchRouter = router({
  listClients: adminProcedure
    .input(pageInput)
    .output(clientList)
    .query(({ ctx, input }) => clients.listClients(ctx, input)),
  createClient: adminProcedure
    .input(clientInput)
    .output(clientSchema)
    .mutation(({ ctx, input }) => clients.createClient(ctx, input)),
  listWorkOrders: adminProcedure
    .input(pageInput)
    .output(workOrderList)
    .query(({ ctx, input }) => service.listWorkOrders(ctx, input)),
  summary: adminProcedure.output(workOrderSummary).query(({ ctx }) => service.summarizeWorkOrders(ctx)),
  getWorkOrder: adminProcedure
    .input(byWorkOrder)
    .output(workOrderSchema)
    .query(({ ctx, input }) => service.getWorkOrder(ctx, input.id)),
  createWorkOrder: adminProcedure
    .input(workOrderInput)
    .output(workOrderSchema)
    .mutation(({ ctx, input }) => service.createWorkOrder(ctx, input)),
  setWorkOrderStatus: adminProcedure
    .input(workOrderStatusChange)
    .output(workOrderSchema)
    .mutation(({ ctx, input }) => service.setWorkOrderStatus(ctx, input)),
  finalizeWorkOrder: adminProcedure
    .input(byWorkOrder)
    .output(workOrderSchema)
    .mutation(({ ctx, input }) => service.finalizeWorkOrder(ctx, input)),
  createJobComponent: adminProcedure
    .input(jobComponentInput)
    .output(jobComponentSchema)
    .mutation(({ ctx, input }) => service.createJobComponent(ctx, input)),
  setJobComponent: adminProcedure
    .input(jobComponentChange)
    .output(jobComponentSchema)
    .mutation(({ ctx, input }) => service.setJobComponent(ctx, input)),
});
