import { type Db, inTransaction } from './client';
import { activity, products, stockMovements } from './schema';
import { seedPrices } from './starter-prices';

/** A product with its price and cost in cents, its stock and reorder level, and its supplier with the supplier's number. */
type Product = Record<'slug' | 'name' | 'description' | 'category', string> & {
  cents: [price: number, cost: number];
  stock: [quantity: number, reorderLevel: number];
  supplier: [name: string, sku: string];
};

const THOMPSON = 'Thompson Valley Supply';
const PACIFIC = 'Pacific Janitorial';
const CARIBOO = 'Cariboo Paper & Packaging';
const SAFETY = 'Interior Safety Products';

/** The starter catalogue: most products in stock, some low, three sold out. All invented. */
const CATALOGUE: Product[] = [
  {
    slug: 'all-purpose-concentrate',
    name: 'All-Purpose Cleaner Concentrate, 1 L',
    description: 'A plant-based concentrate for counters, tile and painted walls. One bottle makes thirty litres of cleaner.',
    category: 'Detergents',
    cents: [1499, 820],
    stock: [64, 15],
    supplier: [THOMPSON, 'TVS-1010'],
  },
  {
    slug: 'citrus-dish-detergent',
    name: 'Citrus Dish Detergent, 950 mL',
    description: 'Cuts baked-on grease and rinses clear. Gentle on hands, with a light scent of orange peel.',
    category: 'Detergents',
    cents: [679, 455],
    stock: [4, 12],
    supplier: [THOMPSON, 'TVS-1024'],
  },
  {
    slug: 'kitchen-degreaser',
    name: 'Kitchen Degreaser Spray, 750 mL',
    description: 'Lifts grease from range hoods, ovens and backsplashes. Spray on, wait two minutes, wipe off.',
    category: 'Detergents',
    cents: [899, 540],
    stock: [38, 10],
    supplier: [PACIFIC, 'PJ-2207'],
  },
  {
    slug: 'laundry-detergent',
    name: 'Fragrance-Free Laundry Detergent, 4 L',
    description: 'Concentrated liquid for high-efficiency and standard machines. No dye and no perfume, about 88 loads.',
    category: 'Laundry Care',
    cents: [2299, 1610],
    stock: [27, 8],
    supplier: [THOMPSON, 'TVS-3104'],
  },
  {
    slug: 'oxygen-stain-remover',
    name: 'Oxygen Stain Remover, 1.5 kg',
    description: 'A chlorine-free powder for coffee, wine and grass stains. Safe on colours, in the wash or as a soak.',
    category: 'Laundry Care',
    cents: [1849, 1180],
    stock: [31, 8],
    supplier: [THOMPSON, 'TVS-3120'],
  },
  {
    slug: 'upright-vacuum',
    name: 'Commercial Upright Vacuum, 38 cm',
    description: 'A sturdy upright for carpet and hard floor, with a sealed filter and a 12-metre cord.',
    category: 'Equipment',
    cents: [38_900, 31_500],
    stock: [12, 3],
    supplier: [PACIFIC, 'PJ-7001'],
  },
  {
    slug: 'backpack-vacuum',
    name: 'Backpack Vacuum with HEPA Filter',
    description: 'Leaves both hands free on stairs and between desks. Padded harness, 4.4 kg, tool set included.',
    category: 'Equipment',
    cents: [52_900, 43_200],
    stock: [0, 2],
    supplier: [PACIFIC, 'PJ-7014'],
  },
  {
    slug: 'mop-bucket',
    name: 'Mop Bucket with Wringer, 26 L',
    description: 'A side-press wringer on quiet castors. The divider keeps clean and used water apart.',
    category: 'Equipment',
    cents: [8950, 6175],
    stock: [2, 3],
    supplier: [PACIFIC, 'PJ-7120'],
  },
  {
    slug: 'janitor-cart',
    name: 'Three-Shelf Janitor Cart',
    description: 'Carries bottles, cloths and a mop bucket, with a 95-litre bag at the end. Folds flat for the van.',
    category: 'Equipment',
    cents: [21_900, 20_100],
    stock: [11, 2],
    supplier: [PACIFIC, 'PJ-7205'],
  },
  {
    slug: 'window-squeegee',
    name: 'Window Squeegee, 35 cm',
    description: 'A brass channel with soft natural rubber for streak-free glass. Fits any standard extension pole.',
    category: 'Tools',
    cents: [1995, 1090],
    stock: [46, 10],
    supplier: [PACIFIC, 'PJ-4102'],
  },
  {
    slug: 'flat-mop',
    name: 'Microfibre Flat Mop Set',
    description: 'A swivel head, a telescopic handle and three washable pads. Needs only a little water on wood and laminate.',
    category: 'Tools',
    cents: [3450, 2140],
    stock: [29, 8],
    supplier: [PACIFIC, 'PJ-4118'],
  },
  {
    slug: 'broom-and-dustpan',
    name: 'Angle Broom and Lobby Dustpan',
    description: 'Reaches corners and under cupboards; the dustpan stands by itself. No bending down.',
    category: 'Tools',
    cents: [2799, 1880],
    stock: [22, 6],
    supplier: [PACIFIC, 'PJ-4131'],
  },
  {
    slug: 'microfibre-cloths',
    name: 'Microfibre Cloths, Pack of 24',
    description: 'Four colours, so that kitchen and bathroom cloths never mix. Good for 300 washes.',
    category: 'Supplies',
    cents: [2449, 1280],
    stock: [85, 20],
    supplier: [CARIBOO, 'CPP-510'],
  },
  {
    slug: 'bin-liners',
    name: 'Compostable Bin Liners, 75 L, Roll of 50',
    description: 'Strong liners certified for municipal composting. Fits standard kitchen and office bins.',
    category: 'Supplies',
    cents: [1975, 1490],
    stock: [58, 15],
    supplier: [CARIBOO, 'CPP-532'],
  },
  {
    slug: 'paper-towels',
    name: 'Recycled Paper Towels, 12 Rolls',
    description: 'Two-ply towels made from recycled paper, absorbent and lint-free. For standard dispensers.',
    category: 'Supplies',
    cents: [2650, 2295],
    stock: [40, 12],
    supplier: [CARIBOO, 'CPP-547'],
  },
  {
    slug: 'eraser-sponges',
    name: 'Eraser Sponges, Pack of 10',
    description: 'Melamine foam that takes scuffs and marker off walls with water alone. Test on a hidden spot first.',
    category: 'Cleaning Supplies',
    cents: [949, 430],
    stock: [72, 20],
    supplier: [CARIBOO, 'CPP-561'],
  },
  {
    slug: 'glass-cleaner',
    name: 'Glass and Mirror Cleaner, 750 mL',
    description: 'An ammonia-free spray that dries without streaks. Safe on tinted glass and screens.',
    category: 'Cleaning Supplies',
    cents: [749, 445],
    stock: [5, 10],
    supplier: [THOMPSON, 'TVS-1042'],
  },
  {
    slug: 'disinfectant-cleaner',
    name: 'Peroxide Disinfectant Cleaner, 946 mL',
    description: 'Cleans and disinfects in one step, with no bleach and no harsh fumes. Leave wet for the time on the label.',
    category: 'Disinfectants',
    cents: [1295, 870],
    stock: [48, 12],
    supplier: [SAFETY, 'ISP-801'],
  },
  {
    slug: 'disinfecting-wipes',
    name: 'Disinfecting Wipes, Canister of 160',
    description: 'Pre-moistened wipes for door handles, desks and phones. The lid keeps them from drying out.',
    category: 'Disinfectants',
    cents: [1399, 1085],
    stock: [6, 15],
    supplier: [SAFETY, 'ISP-814'],
  },
  {
    slug: 'neutral-floor-cleaner',
    name: 'Neutral Floor Cleaner, 4 L',
    description: 'A no-rinse daily cleaner for sealed wood, vinyl and stone. Leaves the finish as it is.',
    category: 'Floor Care',
    cents: [2890, 1920],
    stock: [3, 6],
    supplier: [THOMPSON, 'TVS-2203'],
  },
  {
    slug: 'hardwood-polish',
    name: 'Hardwood Floor Polish, 1 L',
    description: 'A water-based polish that fills fine scratches and brings back a satin shine. Dries in forty minutes.',
    category: 'Floor Care',
    cents: [2195, 1360],
    stock: [0, 6],
    supplier: [THOMPSON, 'TVS-2219'],
  },
  {
    slug: 'nitrile-gloves',
    name: 'Nitrile Gloves, Box of 100',
    description: 'Powder-free and latex-free, with textured fingertips. Sizes S to XL are marked on the box.',
    category: 'Safety Equipment',
    cents: [1899, 1240],
    stock: [90, 25],
    supplier: [SAFETY, 'ISP-100'],
  },
  {
    slug: 'safety-goggles',
    name: 'Splash Safety Goggles',
    description: 'Indirect vents keep splashes out and the lens clear. Worn comfortably over glasses.',
    category: 'Safety Equipment',
    cents: [1575, 980],
    stock: [0, 8],
    supplier: [SAFETY, 'ISP-118'],
  },
  {
    slug: 'wet-floor-sign',
    name: 'Folding Wet Floor Sign',
    description: 'A bright two-sided sign, 61 cm tall, that folds flat. Printed in English and French.',
    category: 'Safety Equipment',
    cents: [2150, 1495],
    stock: [18, 5],
    supplier: [SAFETY, 'ISP-140'],
  },
];

/**
 * Loads the starter catalogue into a database that {@link openDb} has just created. Run again, it adds only missing products, by the
 * supplier's number, and changes nothing. The first stock goes into the ledger.
 */
export function seedCatalogue(db: Db, now: Date): void {
  const at = now.toISOString();
  inTransaction(db, () => {
    const known = db.select({ supplierSku: products.supplierSku }).from(products).all();
    const missing = CATALOGUE.filter(({ supplier: [, sku] }) => !known.some((row) => row.supplierSku === sku));
    if (missing.length === 0) return;
    const rows = missing.map(({ slug, cents: [priceCents, costCents], stock: [stockQuantity, reorderLevel], supplier, ...product }) => ({
      ...product,
      priceCents,
      costCents,
      stockQuantity,
      reorderLevel,
      supplierName: supplier[0],
      supplierSku: supplier[1],
      stockValueCents: stockQuantity * costCents,
      isSample: true,
      imageUrl: `/products/${slug}.svg`,
      createdAt: at,
    }));
    const added = db
      .insert(products)
      .values(rows)
      .returning({
        productId: products.id,
        quantity: products.stockQuantity,
        unitCostCents: products.costCents,
        valueAfterCents: products.stockValueCents,
      })
      .all();
    const inStock = added.filter(({ quantity }) => quantity > 0);
    db.insert(stockMovements)
      .values(inStock.map((row) => ({ ...row, kind: 'initial' as const, stockAfter: row.quantity, actorKind: 'system' as const, at })))
      .run();
    db.insert(activity)
      .values({
        at,
        actorKind: 'system',
        verb: 'catalogue.loaded',
        entityType: 'product',
        entityId: 'all',
        data: JSON.stringify({ products: rows.length }),
      })
      .run();
  });
}

/** Loads what a new company starts with, the catalogue and the price book, into a database that {@link openDb} has just created. */
export function seedCompany(db: Db, now: Date): void {
  seedCatalogue(db, now);
  seedPrices(db, now);
}
