import { movementList, movementListInput, stockAdjustment, stockLevel, stockReceipt } from '../../shared/inventory';
import { adminProcedure, router } from '../trpc';
import * as service from './service';

export const inventoryRouter = router({
  movements: adminProcedure
    .input(movementListInput)
    .output(movementList)
    .query(({ ctx, input }) => service.listMovements(ctx, input)),
  receive: adminProcedure
    .input(stockReceipt)
    .output(stockLevel)
    .mutation(({ ctx, input }) => service.receiveStock(ctx, input)),
  adjust: adminProcedure
    .input(stockAdjustment)
    .output(stockLevel)
    .mutation(({ ctx, input }) => service.adjustStock(ctx, input)),
});
