import {
  catalogueAnswer,
  deleted,
  inventoryListInput,
  movementListInput,
  productChange,
  productInput,
  productsChange,
  statementInput,
  stockAdjustment,
  stockReceipt,
} from '../../shared/inventory';
import { fullProductSchema } from '../../shared/store';
import { byId } from '../../shared/text';
import { adminProcedure, forOffice, router } from '../trpc';
import * as figures from './figures';
import * as products from './products';
import * as service from './service';
import { confirmCatalogue } from './starter-catalogue';
import * as statements from './statements';

export const inventoryRouter = router({
  list: forOffice.read(inventoryListInput, products.listInventory),
  get: forOffice.query(byId, fullProductSchema, (ctx, { id }) => products.getProduct(ctx, id)),
  summary: adminProcedure.query(({ ctx }) => figures.summarizeInventory(ctx)),
  topPerformers: adminProcedure.query(({ ctx }) => figures.listTopPerformers(ctx)),
  charts: adminProcedure.query(({ ctx }) => figures.readCharts(ctx)),
  reorderList: adminProcedure.query(({ ctx }) => figures.listToReorder(ctx)),
  statement: forOffice.read(statementInput, statements.readStatement),
  createProduct: forOffice.mutation(productInput, fullProductSchema, products.createProduct),
  updateProduct: forOffice.mutation(productChange, fullProductSchema, products.updateProduct),
  updateProducts: forOffice.change(productsChange, products.updateProducts),
  deleteProduct: forOffice.mutation(byId, deleted, (ctx, { id }) => products.deleteProduct(ctx, id)),
  movements: forOffice.read(movementListInput, service.listMovements),
  confirmCatalogue: forOffice.change(catalogueAnswer, confirmCatalogue),
  receive: forOffice.change(stockReceipt, service.receiveStock),
  adjust: forOffice.change(stockAdjustment, service.adjustStock),
});
