import { shareCommit } from '../../../db/commit-group';
import {
  browseInput,
  browseList,
  byCart,
  byOrderNumber,
  byPublicId,
  cartPricing,
  cartSaving,
  orderListInput,
  orderPayment,
  orderPayments,
  orderRefund,
  orderSchema,
  orderStatusChange,
  orderStepsChange,
  orderStepsUndo,
  orderSubmission,
  pricedCart,
  productFilter,
  productList,
} from '../../shared/store';
import {
  adminProcedure,
  assertFilledByPerson,
  checked,
  forOffice,
  limited,
  limitedMisses,
  publicProcedure,
  router,
  sharedInOffice,
  sharedProcedure,
} from '../trpc';
import * as checkout from './checkout';
import { countOrders, listOrders } from './order-list';
import * as steps from './order-steps';
import * as orders from './orders';
import * as carts from './saved-carts';
import * as service from './service';

export const storeRouter = router({
  listProducts: sharedProcedure
    .input(productFilter)
    .output(productList)
    .query(({ ctx, input }) => service.listProducts(ctx, input)),
  browse: sharedProcedure
    .input(browseInput)
    .output(browseList)
    .query(({ ctx, input }) => service.browseProducts(ctx, input)),
  priceCart: publicProcedure
    .input(cartPricing)
    .output(pricedCart)
    .query(({ ctx, input }) => service.priceCart(ctx, input)),
  saveCart: publicProcedure
    .input(cartSaving)
    .use(limited('cart'))
    .mutation(({ ctx, input }) => carts.saveCart(ctx, input)),
  getCart: forOffice.read(byCart, carts.getCart),
  placeOrder: publicProcedure
    .input(orderSubmission)
    .use(checked(assertFilledByPerson))
    .use(limited('order', checkout.isRepeatedOrder))
    .output(orderSchema)
    .mutation(({ ctx, input }) => shareCommit(ctx.db, () => checkout.placeOrder(ctx, input))),
  getOrder: publicProcedure
    .input(byPublicId)
    .use(limitedMisses('orderMiss'))
    .output(orderSchema)
    .query(({ ctx, input }) => orders.getOrder(ctx, input.id)),
  listOrders: sharedInOffice.read(orderListInput, listOrders),
  countOrders: adminProcedure.query(({ ctx }) => countOrders(ctx)),
  getStaffOrder: forOffice.read(byOrderNumber, (ctx, { orderNumber }) => orders.getStaffOrder(ctx, orderNumber)),
  setOrderStatus: forOffice.change(orderStatusChange, orders.setOrderStatus),
  setOrderPayment: forOffice.change(orderPayment, orders.setOrderPayment),
  takeOrderSteps: forOffice.change(orderStepsChange, steps.takeOrderSteps),
  undoOrderSteps: forOffice.change(orderStepsUndo, steps.undoOrderSteps),
  setOrderPayments: forOffice.change(orderPayments, steps.setOrderPayments),
  recordOrderRefund: forOffice.change(orderRefund, orders.recordOrderRefund),
});
