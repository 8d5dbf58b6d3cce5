import {
  browseInput,
  browseList,
  byCart,
  byOrderNumber,
  byPublicId,
  cartPricing,
  cartSaved,
  cartSaving,
  orderCounts,
  orderListInput,
  orderPayment,
  orderRefund,
  orderSchema,
  orderStatusChange,
  orderSubmission,
  pricedCart,
  productFilter,
  productList,
  savedCart,
  staffOrderList,
  staffOrderSchema,
} from '../../shared/store';
import { adminProcedure, assertFilledByPerson, checked, forOffice, limited, limitedMisses, publicProcedure, router } from '../trpc';
import * as checkout from './checkout';
import { countOrders, listOrders } from './order-list';
import * as orders from './orders';
import * as carts from './saved-carts';
import * as service from './service';

export const storeRouter = router({
  listProducts: publicProcedure
    .input(productFilter)
    .output(productList)
    .query(({ ctx, input }) => service.listProducts(ctx, input)),
  browse: publicProcedure
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
    .output(cartSaved)
    .mutation(({ ctx, input }) => carts.saveCart(ctx, input)),
  getCart: forOffice.query(byCart, savedCart, carts.getCart),
  placeOrder: publicProcedure
    .input(orderSubmission)
    .use(checked(assertFilledByPerson))
    .use(limited('order', checkout.isRepeatedOrder))
    .output(orderSchema)
    .mutation(({ ctx, input }) => checkout.placeOrder(ctx, input)),
  getOrder: publicProcedure
    .input(byPublicId)
    .use(limitedMisses('orderMiss'))
    .output(orderSchema)
    .query(({ ctx, input }) => orders.getOrder(ctx, input.id)),
  listOrders: forOffice.query(orderListInput, staffOrderList, listOrders),
  countOrders: adminProcedure.output(orderCounts).query(({ ctx }) => countOrders(ctx)),
  getStaffOrder: forOffice.query(byOrderNumber, staffOrderSchema, (ctx, { orderNumber }) => orders.getStaffOrder(ctx, orderNumber)),
  setOrderStatus: forOffice.mutation(orderStatusChange, staffOrderSchema, orders.setOrderStatus),
  setOrderPayment: forOffice.mutation(orderPayment, staffOrderSchema, orders.setOrderPayment),
  recordOrderRefund: forOffice.mutation(orderRefund, staffOrderSchema, orders.recordOrderRefund),
});
