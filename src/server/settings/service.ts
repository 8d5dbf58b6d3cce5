import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { type Db, inTransaction } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { settings } from '../../../db/schema';
import { DEFAULT_AUTOMATION } from '../../shared/automation-settings';
import { type Company, type CompanyFacts, company, DEFAULT_FACTS } from '../../shared/company';
import { toCompany } from '../../shared/company-facts';
import { getDefaultLinks } from '../../shared/company-links';
import { landingText, STARTER_TESTIMONIALS } from '../../shared/marketing';
import { isRecord } from '../../shared/record';
import { COMPANY_PHONE, type Settings, type Storefront, settingsSchema } from '../../shared/settings';
import type { SitePage } from '../../shared/site-pages';
import { businessDay } from '../../shared/time';
import { NO_PHOTOS } from '../../shared/website';
import { recordActivity } from '../activity';
import { assertPhone } from '../consents/phones';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { assertSignedIn } from '../session/service';
import { assertPhotoFiles } from './photo-files';
import { starterPages } from './starter-pages';

/** Returns the settings of an owner who has changed only the company's facts. */
const getDefaults = (facts: CompanyFacts): Settings => ({
  company: facts,
  taxProfile: 'documented',
  taxRule: 'documented',
  numbering: 'highest-plus-one',
  invoiceDueDays: 14,
  // The payment instructions below say how to pay.
  invoiceInstructions: '',
  allowLateApproval: false,
  quoteTerms: [
    'This price is for the work described above and holds until the day shown.',
    'If we find more work than that, we ask you before we do it.',
    'Please tell us at least 24 hours ahead if you need another day.',
  ].join('\n'),
  showSampleRatings: true,
  paymentInstructions: {
    interac: `Please send an Interac e-Transfer to ${facts.email}.`,
    'direct-deposit': "Please ask us for our account details, and put the number of your order or invoice into the deposit's reference.",
    cash: 'Please have the amount ready in cash when we come.',
    cheque: `Please make your cheque payable to ${facts.name} and hand it over when we come.`,
  },
  interacAddresses: [facts.email],
  allowPartialOnline: false,
  allowTips: false,
  bookingDeposit: null,
  depositHours: 24,
  autoBill: 'off',
  ...starterPages(facts),
  hero: { headline: landingText.headline, lead: landingText.lead(facts.city) },
  photos: NO_PHOTOS,
  testimonials: [...STARTER_TESTIMONIALS],
  links: getDefaultLinks(facts),
  slotCapacity: 2,
  crewCap: null,
  respectPostedHours: false,
  capacityFrom: 'slots',
  minNoticeHours: 0,
  createWorkOrders: true,
  manageCutoffHours: 24,
  planDiscounts: { week: 0, '2weeks': 0, '4weeks': 0 },
  minimumCharges: {},
  travelBufferMinutes: 30,
  depot: { latitude: company.latitude, longitude: company.longitude },
  automation: DEFAULT_AUTOMATION,
  messageTemplates: {},
  reminders: { enabled: true, hoursBefore: [48, 3], quietFrom: '21:00', quietTo: '08:00' },
  autoSendOverdueReminders: false,
  autoSendQuoteFollowUps: false,
  autoSendReviewRequests: false,
  checklist: { isHidden: false, done: [] },
});
const DEFAULTS = getDefaults(DEFAULT_FACTS);

const saved = prepared((db) => db.select({ key: settings.key, value: settings.value }).from(settings));

const changedAt = prepared((db) =>
  db
    .select({ updatedAt: settings.updatedAt })
    .from(settings)
    .where(eq(settings.key, sql.placeholder('key'))),
);

/**
 * Replaces each saved part that equals the default company's default, such as a text with its address, by the company's own default. Such a
 * part was saved along with another one, before the owner entered the company's facts.
 */
function followFacts<Part>(saved: Part, sample: unknown, own: unknown): Part {
  if (isDeepStrictEqual(saved, sample)) return own as Part;
  if (!isRecord(saved) || !isRecord(sample) || !isRecord(own)) return saved;
  return Object.fromEntries(Object.entries(saved).map(([key, part]) => [key, followFacts(part, sample[key], own[key])])) as Part;
}

type Saved = { key: string; value: string }[];
function parseSettings(rows: Saved): Settings {
  if (rows.length === 0) return DEFAULTS;
  const decided: Partial<Settings> = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
  const defaults = decided.company ? getDefaults(decided.company) : DEFAULTS;
  const settings = { ...defaults, ...followFacts(decided, DEFAULTS, defaults) };
  // Thresholds added by a later release have defaults too.
  const automation = { ...DEFAULT_AUTOMATION, ...decided.automation };
  // Reviews are asked for on the business listing, unless the owner gave another link.
  if (automation.reviewLink === DEFAULT_AUTOMATION.reviewLink) automation.reviewLink = settings.links.listing;
  return { ...settings, automation };
}

const parsed = new WeakMap<Db, { rows: Saved; settings: Settings }>();

/** Returns all settings; a setting that was never saved has its default. Parses them only when they differ from those of the last call. */
export function getSettings({ db }: Pick<Ctx, 'db'>): Settings {
  const rows = saved(db).all();
  const last = parsed.get(db);
  const isSame = ({ key, value }: Saved[number], place: number) => last?.rows[place]?.key === key && last.rows[place].value === value;
  if (last?.rows.length === rows.length && rows.every(isSame)) return last.settings;
  const settings = parseSettings(rows);
  parsed.set(db, { rows, settings });
  return settings;
}

/** Returns whether the owner ever saved one of these settings, even with its default. */
export const isSaved = (ctx: Pick<Ctx, 'db'>, keys: readonly (keyof Settings)[]): boolean =>
  keys.some((key) => changedAt(ctx.db).get({ key }) !== undefined);

/** Returns the settings that the pages of the store need. */
export function getStorefront(ctx: Pick<Ctx, 'db'>): Storefront {
  const { taxProfile, taxRule, showSampleRatings } = getSettings(ctx);
  return { taxRule: taxProfile === 'bc-current' ? taxProfile : taxRule, showSampleRatings };
}

/** Returns the text of a public page and the day it was last changed. */
export function getSitePage(ctx: Pick<Ctx, 'db'>, { page }: { page: SitePage }): { text: string; updatedOn: string | null } {
  const row = changedAt(ctx.db).get({ key: page });
  return { text: getSettings(ctx)[page].text, updatedOn: row ? businessDay(new Date(row.updatedAt)) : null };
}

/** Returns the hours ("09:00") within which review requests and thank-you messages may be sent. */
export function getContactHours(ctx: Pick<Ctx, 'db'>): [opens: string, closes: string] {
  const { reviewFromHour, reviewToHour } = getSettings(ctx).automation;
  const [opens, closes] = [reviewFromHour, reviewToHour].map((hour) => `${String(hour).padStart(2, '0')}:00`);
  return [opens ?? '', closes ?? ''];
}

const companies = new WeakMap<Settings, Company>();
/** Returns the company as messages and pages show it. */
export function getCompany(ctx: Pick<Ctx, 'db'>): Company {
  const settings = getSettings(ctx);
  const shown = companies.get(settings) ?? toCompany(settings.company, settings.links);
  companies.set(settings, shown);
  return shown;
}

/** Returns the sender of outgoing mail: the company's name, and `address` or else its own e-mail address. */
export function getSender(ctx: Pick<Ctx, 'db'>, address: string | undefined): { name: string; address: string } {
  const { name, email } = getCompany(ctx);
  return { name, address: address ?? email };
}

/**
 * Saves some settings and returns all of them. Keeps the logo, which only {@link saveLogo} may change. Calls `offerPlaces` in the same
 * transaction, because many settings limit bookings. Throws BAD_REQUEST for an impossible phone number and for a photo without files.
 */
export function saveSettings(
  ctx: Ctx,
  { company: facts, ...changes }: Partial<Settings>,
  offerPlaces: (ctx: Ctx) => void = () => {},
): Settings {
  return inTransaction(ctx.db, () => {
    const { company: before, photos } = getSettings(ctx);
    if (changes.photos) assertPhotoFiles(ctx, photos, changes.photos);
    if (facts && facts.phone !== before.phone) assertPhone(facts.phone, 'company.phone', COMPANY_PHONE);
    const saved = writeSettings(ctx, facts ? { ...changes, company: { ...facts, logo: before.logo } } : changes);
    offerPlaces(ctx);
    return saved;
  });
}

/** Stores which uploaded picture is the logo; null for the built-in mark. Throws UNAUTHORIZED when the calling session has ended. */
export function saveLogo(ctx: Ctx, logo: string | null): Settings {
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    return writeSettings(ctx, { company: { ...getSettings(ctx).company, logo } });
  });
}

/** The settings that a new company is asked to confirm. They are stored when they are saved, even with their defaults. */
const CONFIRMED: readonly (keyof Settings)[] = ['company', 'taxProfile', 'taxRule', 'minimumCharges'];

/** Returns the automation's settings to store. A review link that is the listing's is stored as the default, which follows the listing. */
const toStored = (automation: Settings['automation'], { listing }: Settings['links']): Settings['automation'] =>
  automation.reviewLink === listing ? { ...automation, reviewLink: DEFAULT_AUTOMATION.reviewLink } : automation;

function writeSettings(ctx: Ctx, changes: Partial<Settings>): Settings {
  return inTransaction(ctx.db, () => {
    const updatedAt = ctx.now().toISOString();
    const before = getSettings(ctx);
    const keys = Object.keys(settingsSchema.shape) as (keyof Settings)[];
    const decided = keys.filter((key) => changes[key] !== undefined);
    const changed = decided.filter((key) => JSON.stringify(changes[key]) !== JSON.stringify(before[key]));
    const stored = decided.filter((key) => changed.includes(key) || (CONFIRMED.includes(key) && !isSaved(ctx, [key])));
    for (const key of stored) {
      const value = JSON.stringify(key === 'automation' && changes[key] ? toStored(changes[key], before.links) : changes[key]);
      ctx.db
        .insert(settings)
        .values({ key, value, updatedAt })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } })
        .run();
    }
    if (changed.length > 0) recordActivity(ctx, { verb: 'settings.saved', entityType: 'settings', entityId: 'all', data: { changed } });
    if (stored.length > 0) publishAfterCommit(ctx, 'settings');
    return getSettings(ctx);
  });
}
