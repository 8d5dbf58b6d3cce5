import { describe, expect, test } from 'vitest';
import { openShop } from '../support/shop';

describe('an order to be paid by e-Transfer', () => {
  test('is shipped unpaid only after a question, and another without', async () => {
    const shop = openShop();
    await shop.admin.inventory.createProduct({ name: 'Mop', description: 'M', price: '20.00', category: 'Tools', stockQuantity: 5 });
    const place = (paymentMethod: 'interac' | 'cheque') =>
      shop.visitor.store.placeOrder({
        customerName: 'Maria Santos',
        customerEmail: 'maria@example.com',
        customerPhone: '(250) 555-0133',
        shippingAddress: '12 Seymour St, Kamloops',
        paymentMethod,
        items: [{ productId: 1, quantity: 1 }],
      });
    await place('interac');
    await place('cheque');
    const [first, second] = shop.db.$client.prepare<[], number>('select order_number from orders order by order_number').pluck().all();
    const ship = (orderNumber = 0, confirm = false) => shop.admin.store.setOrderStatus({ orderNumber, status: 'shipped', confirm });
    await expect(ship(first)).rejects.toMatchObject({ cause: { code: 'CONFIRMATION_NEEDED' } });
    expect(await ship(first, true)).toMatchObject({ status: 'shipped' });
    expect(await ship(second)).toMatchObject({ status: 'shipped' });
    await place('interac');
    await shop.admin.store.setOrderPayment({ orderNumber: (second ?? 0) + 1, paid: { method: 'interac', date: '2026-11-20' } });
    expect(await ship((second ?? 0) + 1)).toMatchObject({ status: 'shipped' });
  });
});
