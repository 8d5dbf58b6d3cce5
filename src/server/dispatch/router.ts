import * as shapes from '../../shared/assignments';
import * as orders from '../../shared/dispatch';
import { pageInput } from '../../shared/text';
import { adminProcedure, checkedFirst, memberProcedure, router } from '../trpc';
import * as steps from './assignment-steps';
import * as assignments from './assignments';
import * as board from './board';
import { undoCompletion } from './booked-jobs';
import { assertOwnComponent } from './ownership';
import * as service from './service';
import * as reading from './work-orders';

const orderProcedure = adminProcedure.input(orders.byWorkOrder).output(orders.workOrderSchema);

export const dispatchRouter = router({
  listWorkOrders: adminProcedure
    .input(orders.workOrderPage)
    .output(orders.workOrderList)
    .query(({ ctx, input }) => reading.listWorkOrders(ctx, input)),
  summary: adminProcedure.output(orders.workOrderSummary).query(({ ctx }) => reading.summarizeWorkOrders(ctx)),
  getWorkOrder: adminProcedure
    .input(orders.byWorkOrder)
    .output(orders.workOrderDetails)
    .query(({ ctx, input }) => reading.getWorkOrderDetails(ctx, input.id)),
  history: adminProcedure
    .input(orders.byWorkOrder)
    .output(orders.workOrderHistory)
    .query(({ ctx, input }) => board.listWorkOrderHistory(ctx, input.id)),
  createWorkOrder: adminProcedure
    .input(orders.workOrderInput)
    .output(orders.workOrderSchema)
    .mutation(({ ctx, input }) => service.createWorkOrder(ctx, input)),
  updateWorkOrder: adminProcedure
    .input(orders.workOrderEdit)
    .output(orders.editedWorkOrder)
    .mutation(({ ctx, input }) => service.updateWorkOrder(ctx, input)),
  setWorkOrderStatus: adminProcedure
    .input(orders.workOrderStatusChange)
    .output(orders.workOrderSchema)
    .mutation(({ ctx, input }) => service.setWorkOrderStatus(ctx, input)),
  undoCompletion: orderProcedure.mutation(({ ctx, input }) => undoCompletion(ctx, input.id)),
  finalizeWorkOrder: orderProcedure.mutation(({ ctx, input }) => service.finalizeWorkOrder(ctx, input)),
  createJobComponent: adminProcedure
    .input(orders.jobComponentInput)
    .output(orders.jobComponentSchema)
    .mutation(({ ctx, input }) => service.createJobComponent(ctx, input)),
  setJobComponent: memberProcedure
    .use(checkedFirst(assertOwnComponent))
    .input(orders.jobComponentChange)
    .output(orders.jobComponentSchema)
    .mutation(({ ctx, input }) => service.setJobComponent(ctx, input)),
  listAssignments: adminProcedure
    .input(pageInput)
    .output(shapes.assignmentList)
    .query(({ ctx, input }) => assignments.listAssignments(ctx, input)),
  unassigned: adminProcedure
    .input(pageInput)
    .output(orders.workOrderList)
    .query(({ ctx, input }) => board.listUnassigned(ctx, input)),
  active: adminProcedure
    .input(pageInput)
    .output(shapes.assignmentList)
    .query(({ ctx, input }) => board.listActiveAssignments(ctx, input)),
  planDay: adminProcedure
    .input(shapes.dayInput)
    .output(shapes.dayPlan)
    .query(({ ctx, input }) => board.planDay(ctx, input)),
  checkAssignment: adminProcedure
    .input(shapes.assignmentPair)
    .output(shapes.assignmentCheck)
    .query(({ ctx, input }) => assignments.checkAssignment(ctx, input)),
  assign: adminProcedure
    .input(shapes.assignmentInput)
    .output(shapes.newAssignment)
    .mutation(({ ctx, input }) => assignments.createAssignment(ctx, input)),
  assignInBulk: adminProcedure
    .input(shapes.bulkAssignment)
    .output(shapes.bulkReport)
    .mutation(({ ctx, input }) => assignments.assignInBulk(ctx, input)),
  setAssignmentStatus: adminProcedure
    .input(shapes.assignmentStatusChange)
    .output(shapes.assignmentSchema)
    .mutation(({ ctx, input }) => steps.setAssignmentStatus(ctx, input)),
  dispatchAssignment: adminProcedure
    .input(shapes.assignmentDispatch)
    .output(shapes.assignmentSchema)
    .mutation(({ ctx, input }) => steps.dispatchAssignment(ctx, input)),
  moveAssignment: adminProcedure
    .input(shapes.assignmentMove)
    .output(shapes.newAssignment)
    .mutation(({ ctx, input }) => steps.moveAssignment(ctx, input)),
  release: adminProcedure
    .input(shapes.assignmentRelease)
    .output(shapes.assignmentSchema)
    .mutation(({ ctx, input }) => steps.releaseAssignment(ctx, input)),
});
