import {
  catalogueAnswer,
  deleted,
  inventoryCharts,
  inventoryList,
  inventoryListInput,
  inventorySummary,
  movementList,
  movementListInput,
  productChange,
  productInput,
  reorderList,
  stockAdjustment,
  stockLevel,
  stockReceipt,
  topPerformers,
} from '../../shared/inventory';
import { statementInput, statementSchema } from '../../shared/inventory-statements';
import { fullProductSchema } from '../../shared/store';
import { byId } from '../../shared/text';
import { adminProcedure, router } from '../trpc';
import * as figures from './figures';
import * as products from './products';
import * as service from './service';
import { confirmCatalogue } from './starter-catalogue';
import * as statements from './statements';

export const inventoryRouter = router({
  list: adminProcedure
    .input(inventoryListInput)
    .output(inventoryList)
    .query(({ ctx, input }) => products.listInventory(ctx, input)),
  summary: adminProcedure.output(inventorySummary).query(({ ctx }) => figures.summarizeInventory(ctx)),
  topPerformers: adminProcedure.output(topPerformers).query(({ ctx }) => figures.listTopPerformers(ctx)),
  charts: adminProcedure.output(inventoryCharts).query(({ ctx }) => figures.readCharts(ctx)),
  reorderList: adminProcedure.output(reorderList).query(({ ctx }) => figures.listToReorder(ctx)),
  statement: adminProcedure
    .input(statementInput)
    .output(statementSchema)
    .query(({ ctx, input }) => statements.getStatement(ctx, input)),
  createProduct: adminProcedure
    .input(productInput)
    .output(fullProductSchema)
    .mutation(({ ctx, input }) => products.createProduct(ctx, input)),
  updateProduct: adminProcedure
    .input(productChange)
    .output(fullProductSchema)
    .mutation(({ ctx, input }) => products.updateProduct(ctx, input)),
  deleteProduct: adminProcedure
    .input(byId)
    .output(deleted)
    .mutation(({ ctx, input }) => products.deleteProduct(ctx, input.id)),
  movements: adminProcedure
    .input(movementListInput)
    .output(movementList)
    .query(({ ctx, input }) => service.listMovements(ctx, input)),
  confirmCatalogue: adminProcedure
    .input(catalogueAnswer)
    .output(inventorySummary)
    .mutation(({ ctx, input }) => confirmCatalogue(ctx, input)),
  receive: adminProcedure
    .input(stockReceipt)
    .output(stockLevel)
    .mutation(({ ctx, input }) => service.receiveStock(ctx, input)),
  adjust: adminProcedure
    .input(stockAdjustment)
    .output(stockLevel)
    .mutation(({ ctx, input }) => service.adjustStock(ctx, input)),
});
