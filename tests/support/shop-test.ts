import { test as base } from 'vitest';
import { openShop } from './shop';

/** A test with a shop of its own: `test('…', async ({ shop }) => …)`. */
export const test = base.extend('shop', () => openShop());
