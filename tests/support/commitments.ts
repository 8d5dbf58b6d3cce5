import { contactInquiries, products } from '../../db/schema';
import { bookSlot, slotOf } from './booking';
import { QUOTE, type Shop } from './shop';
import { untyped } from './untyped';

export async function confirmQuote(shop: Shop, more: Partial<Record<keyof typeof QUOTE, string>> = {}) {
  await shop.visitor.quotes.submit(untyped({ ...QUOTE, ...more }));
  const id = shop.rows(contactInquiries).length;
  await shop.admin.quotes.setStatus({ id, status: 'confirmed' });
  return id;
}
export async function order(shop: Shop, customerEmail: string, customerPhone: string) {
  const product =
    shop.db.select().from(products).limit(1).get() ??
    shop.db
      .insert(products)
      .values({ name: 'Mop', priceCents: 900, category: 'Tools', stockQuantity: 99, createdAt: shop.clock.now().toISOString() })
      .returning()
      .get();
  return shop.visitor.store.placeOrder(
    untyped({
      customerName: 'Sam Lee',
      customerEmail,
      customerPhone,
      shippingAddress: '5 Battle St, Kamloops',
      paymentMethod: 'cash',
      items: [{ productId: product.id, quantity: 1 }],
    }),
  );
}
export const book = async (shop: Shop, clientEmail: string, clientPhone: string) =>
  bookSlot(shop, (await slotOf(shop)).id, { clientEmail, clientPhone });
