import { asc } from 'drizzle-orm';
import type { z } from 'zod';
import { prepared } from '../../../../db/prepared';
import { products } from '../../../../db/schema';
import { DEFAULT_REORDER_LEVEL, productChange, productInput } from '../../../shared/inventory';
import { formatCents } from '../../../shared/money';
import { createProduct, pictureFault, updateProduct } from '../../inventory/products';
import { adjustStock } from '../../inventory/service';
import type { Cells, ImportColumn, Importer } from './importer';
import { groupByName, isFirstOfName, namesAsJson } from './namesakes';

type Product = typeof products.$inferSelect;
type NewProduct = z.output<typeof productInput>;
/** The defaults of a new product. */
const BLANK = {
  description: null,
  supplierName: null,
  supplierSku: null,
  stockQuantity: 0,
  reorderLevel: DEFAULT_REORDER_LEVEL,
  isActive: true,
  isHstTaxable: true,
  isPstTaxable: true,
};

const byName = prepared((db) => db.select().from(products).where(isFirstOfName(products.id, products.name)).orderBy(asc(products.id)));

const { shape } = productInput;
const getColumn = (name: keyof typeof shape & keyof Product): ImportColumn<Product> => ({
  rule: shape[name],
  now: (product) => product[name],
});
const amountColumn = (name: 'price' | 'costPrice', field: 'priceCents' | 'costCents'): ImportColumn<Product> => ({
  rule: shape[name],
  now: (product) => product[field],
  show: (cents) => (typeof cents === 'number' ? formatCents(cents) : null),
});
const getKept = (name: Parameters<typeof getColumn>[0]): ImportColumn<Product> => ({ ...getColumn(name), isKept: true });
const yesNoColumn = (name: Parameters<typeof getColumn>[0]): ImportColumn<Product> => ({ ...getKept(name), isYesNo: true });

const { stockWas: stockWasRule } = productChange.shape;
/**
 * Takes a stock only from a row that was written when the stock was the same as now: otherwise units that were sold since the export
 * would come back. Without the column stockWas the stock stays, and the report says so. An uploaded picture has to exist.
 */
const weigh: NonNullable<Importer<Product>['weigh']> = (ctx, row, values, { stockWas }) => {
  const fault = pictureFault(ctx, values.imageUrl as NewProduct['imageUrl']);
  if (fault !== undefined) return { refused: `imageUrl: ${fault}` };
  if (!row || values.stockQuantity === undefined) return { values };
  const { stockQuantity: _, ...others } = values;
  const kept = `stockQuantity: ignored, since the file has no column stockWas. The stock stays at ${row.stockQuantity}.`;
  if (stockWas === undefined) return { values: others, note: kept };
  if (stockWas.trim() === '') return { refused: `stockWas: Please say which stock you began with. It is ${row.stockQuantity} now.` };
  const was = stockWasRule.safeParse(stockWas.trim());
  if (was.success && was.data === row.stockQuantity) return { values };
  return { refused: `stockWas: The stock is now ${row.stockQuantity}, not ${stockWas.trim()}. Please look again.` };
};

const getName = ({ name = '' }: Cells): string => name;

/** Finds products by name; if several share one, by the id in our own export. */
export const productImport: Importer<Product> = {
  columns: {
    name: getColumn('name'),
    price: amountColumn('price', 'priceCents'),
    category: getColumn('category'),
    description: getColumn('description'),
    costPrice: amountColumn('costPrice', 'costCents'),
    stockQuantity: getKept('stockQuantity'),
    reorderLevel: getKept('reorderLevel'),
    supplierName: getColumn('supplierName'),
    supplierSku: getColumn('supplierSku'),
    imageUrl: getColumn('imageUrl'),
    isActive: yesNoColumn('isActive'),
    isHstTaxable: yesNoColumn('isHstTaxable'),
    isPstTaxable: yesNoColumn('isPstTaxable'),
    lastPurchaseDate: getColumn('lastPurchaseDate'),
  },
  getLabel: getName,
  lookUp: (ctx, lines) => {
    // A name from before names were trimmed may be written with its blanks.
    const names = namesAsJson(lines.map(getName).flatMap((name) => [name, name.trim()]));
    const named = groupByName(byName(ctx.db).all({ names }), ({ name }) => name);
    return (cells) => {
      const { name = '', id = '' } = cells;
      const found = [...new Set([...named(name), ...named(name.trim())])];
      const meant = found.find((product) => String(product.id) === id) ?? found[0];
      if (!meant) return undefined;
      if (found.length > 1 && String(meant.id) !== id) return { refused: `name: ${found.length} products have this name.` };
      return { row: meant };
    };
  },
  weigh,
  create: (ctx, values) => {
    createProduct(ctx, { ...BLANK, ...(values as NewProduct) });
  },
  change: (ctx, { id, stockQuantity }, { stockQuantity: wanted, ...values }) => {
    if (Object.keys(values).length > 0) updateProduct(ctx, { id, ...values, costReason: 'Imported' });
    if (typeof wanted === 'number') adjustStock(ctx, { id, quantity: wanted - stockQuantity, note: 'Imported' });
  },
};
