import { vi } from 'vitest';
import type { Product } from '../../src/shared/inventory';
import { fakeCalls } from './office';

/** A product of the office's lists. */
export const SQUEEGEE: Product = {
  id: 7,
  name: 'Window Squeegee',
  description: 'Rubber, 35 cm.',
  price: '19.95',
  category: 'Tools',
  imageUrl: '/images/squeegee.svg',
  stockQuantity: 46,
  rating: null,
  reviews: null,
  isHstTaxable: true,
  isPstTaxable: true,
  costPrice: '10.90',
  reorderLevel: 12,
  supplierName: 'Pacific Janitorial',
  supplierSku: 'PJ-1',
  profitMargin: '45.36',
  isActive: true,
  lastPurchaseDate: null,
  createdAt: '2026-11-20T20:05:00.000Z',
};

export const SUMMARY = {
  totalProducts: 24,
  units: 711,
  valueAtPrice: '20208.26',
  valueAtCost: '14326.25',
  potentialProfit: '5882.01',
  averageMargin: '32.83' as string | null,
  withoutCost: 2,
  lowStock: 8,
  lowStockTen: 9,
  outOfStock: 3,
  isSample: false,
  categories: [
    { category: 'tools', products: 5 },
    { category: 'Detergents', products: 4 },
    { category: 'Gift Cards', products: 1 },
  ],
};

/** Opens an office with these products. `files` records requests other than calls, by path. */
export function openInventory(
  products: readonly Product[] = [SQUEEGEE],
  handlers: Parameters<typeof fakeCalls>[0] = {},
  files: Record<string, (init: RequestInit) => Response | Promise<Response>> = {},
) {
  const office = fakeCalls({
    'inventory.list': () => ({ rows: products, nextCursor: null }),
    'inventory.summary': () => SUMMARY,
    'inventory.createProduct': (input) => ({ ...SQUEEGEE, ...input, id: 8 }),
    'inventory.updateProduct': (input) => ({ ...SQUEEGEE, ...input }),
    'inventory.deleteProduct': () => ({ success: true }),
    'inventory.topPerformers': () => [],
    'inventory.reorderList': () => [],
    'inventory.charts': () => ({ valueByCategory: [], salesByMonth: [], marginSpread: [] }),
    'store.browse': () => ({ rows: [], nextCursor: null }),
    ...handlers,
  });
  const calls = globalThis.fetch;
  const asked: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (String(address).startsWith('/trpc') || String(address).includes('/trpc/')) return calls(address, init);
    asked.push({ path: address, init });
    const file = files[String(address).replace(/\?.*$/, '')];
    if (!file) throw new TypeError('Failed to fetch');
    return file(init);
  });
  return { ...office, asked };
}

/** Returns the server's rejection of a file. */
export const refuse = (status: number, message: string) => Response.json({ message, code: 'X' }, { status });

/** Returns a file of a type and size with arbitrary contents. */
export function fileOf(name: string, type: string, size = 12): File {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}
