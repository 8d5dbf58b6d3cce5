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
import { adminProcedure, forOffice, router } from '../trpc';
import * as figures from './figures';
import * as products from './products';
import * as service from './service';
import { confirmCatalogue } from './starter-catalogue';
import * as statements from './statements';

export const inventoryRouter = router({
  list: forOffice.query(inventoryListInput, inventoryList, products.listInventory),
  summary: adminProcedure.output(inventorySummary).query(({ ctx }) => figures.summarizeInventory(ctx)),
  topPerformers: adminProcedure.output(topPerformers).query(({ ctx }) => figures.listTopPerformers(ctx)),
  charts: adminProcedure.output(inventoryCharts).query(({ ctx }) => figures.readCharts(ctx)),
  reorderList: adminProcedure.output(reorderList).query(({ ctx }) => figures.listToReorder(ctx)),
  statement: forOffice.query(statementInput, statementSchema, statements.getStatement),
  createProduct: forOffice.mutation(productInput, fullProductSchema, products.createProduct),
  updateProduct: forOffice.mutation(productChange, fullProductSchema, products.updateProduct),
  deleteProduct: forOffice.mutation(byId, deleted, (ctx, { id }) => products.deleteProduct(ctx, id)),
  movements: forOffice.query(movementListInput, movementList, service.listMovements),
  confirmCatalogue: forOffice.mutation(catalogueAnswer, inventorySummary, confirmCatalogue),
  receive: forOffice.mutation(stockReceipt, stockLevel, service.receiveStock),
  adjust: forOffice.mutation(stockAdjustment, stockLevel, service.adjustStock),
});
