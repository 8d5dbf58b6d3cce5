import * as shapes from '../../shared/assignments';
import * as orders from '../../shared/dispatch';
import { pageInput } from '../../shared/text';
import { adminProcedure, forMembersIf, forOffice, router } from '../trpc';
import * as steps from './assignment-steps';
import * as assignments from './assignments';
import * as board from './board';
import { undoCompletion } from './booked-jobs';
import { IS_LIVE } from './crews';
import { assertOwnComponent } from './ownership';
import * as service from './service';
import { undoInBulk, undoStart, undoStep } from './undo-step';
import * as reading from './work-orders';

const orderProcedure = adminProcedure.input(orders.byWorkOrder).output(orders.workOrderSchema);

export const dispatchRouterWith = (cancelSteps: service.CancelSteps) =>
  router({
    listWorkOrders: forOffice.query(orders.workOrderPage, orders.workOrderList, reading.listWorkOrders),
    listSortedWorkOrders: forOffice.query(orders.sortedWorkOrderPage, orders.sortedWorkOrderList, reading.listSortedWorkOrders),
    summary: adminProcedure.output(orders.workOrderSummary).query(({ ctx }) => reading.summarizeWorkOrders(ctx)),
    getWorkOrder: forOffice.query(orders.byWorkOrder, orders.workOrderDetails, (ctx, { id }) => reading.getWorkOrderDetails(ctx, id)),
    history: forOffice.query(orders.byWorkOrder, orders.workOrderHistory, (ctx, { id }) => board.listWorkOrderHistory(ctx, id)),
    createWorkOrder: forOffice.mutation(orders.workOrderInput, orders.workOrderSchema, service.createWorkOrder),
    updateWorkOrder: forOffice.mutation(orders.workOrderEdit, orders.editedWorkOrder, service.updateWorkOrder),
    setWorkOrderStatus: forOffice.mutation(orders.workOrderStatusChange, orders.workOrderSchema, (ctx, input) =>
      service.setWorkOrderStatus(ctx, input, cancelSteps),
    ),
    undoStart: orderProcedure.mutation(({ ctx, input }) => undoStart(ctx, input.id)),
    undoCompletion: orderProcedure.mutation(({ ctx, input }) => undoCompletion(ctx, input.id)),
    finalizeWorkOrder: orderProcedure.mutation(({ ctx, input }) => service.finalizeWorkOrder(ctx, input)),
    createJobComponent: forOffice.mutation(orders.jobComponentInput, orders.jobComponentSchema, service.createJobComponent),
    setJobComponent: forMembersIf(assertOwnComponent).mutation(
      orders.jobComponentChange,
      orders.jobComponentSchema,
      service.setJobComponent,
    ),
    listAssignments: forOffice.query(pageInput, shapes.assignmentList, assignments.listAssignments),
    unassigned: forOffice.query(pageInput, orders.workOrderList, board.listUnassigned),
    active: forOffice.query(pageInput, shapes.assignmentList, (ctx, input) => assignments.listAssignments(ctx, input, IS_LIVE)),
    boardJob: forOffice.query(orders.byWorkOrder, shapes.boardJob, board.getBoardJob),
    planDay: forOffice.query(shapes.dayInput, shapes.dayPlan, board.planDay),
    checkAssignment: forOffice.query(shapes.assignmentPair, shapes.assignmentCheck, assignments.checkAssignment),
    assign: forOffice.mutation(shapes.assignmentInput, shapes.newAssignment, assignments.createAssignment),
    assignInBulk: forOffice.mutation(shapes.bulkAssignment, shapes.bulkReport, assignments.assignInBulk),
    setAssignmentStatus: forOffice.mutation(shapes.assignmentStatusChange, shapes.assignmentSchema, steps.setAssignmentStatus),
    dispatchAssignment: forOffice.mutation(shapes.assignmentDispatch, shapes.assignmentSchema, steps.dispatchAssignment),
    moveAssignment: forOffice.mutation(shapes.assignmentMove, shapes.newAssignment, steps.moveAssignment),
    undoStep: forOffice.mutation(shapes.assignmentUndo, shapes.assignmentSchema, undoStep),
    undoInBulk: forOffice.change(shapes.bulkUndo, undoInBulk),
    setLead: forOffice.mutation(shapes.leadChange, shapes.assignmentSchema, steps.setLead),
    release: forOffice.mutation(shapes.assignmentRelease, shapes.assignmentSchema, steps.releaseAssignment),
  });
