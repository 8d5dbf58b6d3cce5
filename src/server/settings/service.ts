import { inTransaction } from '../../../db/client';
import { settings } from '../../../db/schema';
import { company } from '../../shared/company';
import { type Settings, type Storefront, settingsSchema } from '../../shared/settings';
import { recordActivity } from '../activity';
import { publishAfterCommit } from '../live';
import { prepared } from '../prepared';
import type { Ctx } from '../trpc';

const DEFAULTS: Settings = {
  taxRule: 'documented',
  showSampleRatings: true,
  paymentInstructions: {
    interac: `Please send an Interac e-Transfer to ${company.email} with your order number in the message. We prepare your order as soon as it arrives.`,
    'direct-deposit': `We will send you the details of our account at ${company.email}. Please put your order number in the deposit's reference.`,
    cash: 'Please have the amount ready in cash when we deliver.',
    cheque: `Please make your cheque payable to ${company.name} and hand it over when we deliver.`,
  },
  slotCapacity: 2,
  crewCap: null,
  respectPostedHours: false,
  createWorkOrders: true,
  manageCutoffHours: 24,
  travelBufferMinutes: 30,
  depot: { latitude: company.latitude, longitude: company.longitude },
};

const saved = prepared((db) => db.select({ key: settings.key, value: settings.value }).from(settings).prepare());

/** What the owner decided, with the default of what was never decided. */
export function getSettings(ctx: Pick<Ctx, 'db'>): Settings {
  const rows = saved(ctx.db).all();
  return rows.length === 0 ? DEFAULTS : { ...DEFAULTS, ...Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)])) };
}

/** What the store's pages need of them. */
export function getStorefront(ctx: Pick<Ctx, 'db'>): Storefront {
  const { taxRule, showSampleRatings } = getSettings(ctx);
  return { taxRule, showSampleRatings };
}

/** Saves what is given and answers all of them. */
export function saveSettings(ctx: Ctx, changes: Partial<Settings>): Settings {
  return inTransaction(ctx.db, () => {
    const updatedAt = ctx.now().toISOString();
    const before = getSettings(ctx);
    const keys = Object.keys(settingsSchema.shape) as (keyof Settings)[];
    const changed = keys.filter((key) => changes[key] !== undefined && JSON.stringify(changes[key]) !== JSON.stringify(before[key]));
    for (const key of changed) {
      const value = JSON.stringify(changes[key]);
      ctx.db
        .insert(settings)
        .values({ key, value, updatedAt })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } })
        .run();
    }
    if (changed.length > 0) {
      recordActivity(ctx, { verb: 'settings.saved', entityType: 'settings', entityId: 'all', data: { changed } });
      publishAfterCommit(ctx, 'settings');
    }
    return getSettings(ctx);
  });
}
