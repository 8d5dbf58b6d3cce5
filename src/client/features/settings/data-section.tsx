import type { ExportTable } from '../../../shared/data';
import { Panel } from '../../ui/panel';
import { BackupPanel } from './backup-panel';
import { ImportPanel } from './import-panel';

export const DataSection = () => (
  <div className="grid max-w-4xl gap-5">
    <BackupPanel />
    <ExportPanel />
    <ImportPanel />
  </div>
);

const GROUPS: Record<string, Partial<Record<ExportTable, string>>> = {
  'Clients and quotes': { clients: 'Clients', client_addresses: 'Other addresses', contact_inquiries: 'Quote requests' },
  Bookings: { appointment_bookings: 'Bookings', appointment_slots: 'Slots', closed_days: 'Closed days', waitlist_entries: 'Waitlist' },
  Prices: { price_items: 'Price book', quotes: 'Quotes', quote_lines: 'Lines of quotes' },
  Work: {
    plans: 'Plans',
    plan_exceptions: 'Skipped and moved visits',
    work_orders: 'Work orders',
    job_components: 'Job components',
    work_order_assignments: 'Assignments',
    work_order_photos: 'List of photos',
  },
  Team: { team_members: 'Members', team_member_logs: 'What members did', time_off: 'Time off', member_hours: 'Working hours' },
  'Store and stock': { products: 'Products', stock_movements: 'Stock history', orders: 'Orders', order_items: 'Lines of orders' },
  'Invoices and receipts': {
    invoices: 'Invoices',
    invoice_items: 'Lines of invoices',
    receipts: 'Receipts',
    credit_notes: 'Credit notes',
    invoice_jobs: 'Jobs of monthly invoices',
    tips: 'Tips',
    money_in: 'e-Transfers',
    payer_names: 'Names of payers',
    number_series: 'Numbers given',
  },
  'Client page': { ratings: 'Ratings', client_messages: 'Messages of clients' },
  'Consent and offers': {
    consents: 'Consents',
    marketing_recipients: 'Who unsubscribed',
    referrals: 'Friends who were sent',
    saved_carts: 'Saved carts',
  },
  Automation: {
    opportunities: 'Opportunities',
    automation_runs: 'Runs',
    automation_workers: 'Workers',
    automation_state: 'On and off',
    price_suggestions: 'Suggested prices',
    demand_snapshots: 'Demand',
    competitor_prices: 'Competitor prices',
  },
  'Social and achievements': {
    social_posts: 'Posts',
    social_accounts: 'Accounts',
    achievement_unlocks: 'Achievements',
    daily_stats: 'Figures of each day',
  },
  'The office': { outbox: 'Messages', todos: 'To-dos', settings: 'Settings', activity: 'Activity log' },
};

const ExportPanel = () => (
  <Panel title="Export">
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-[52ch] text-muted text-sm">
        All that you have, readable without Tidyline: one table for a spreadsheet, or everything at once for a program. Passwords and keys
        are never in it.
      </p>
      <a href="/documents/export.json" download className="button-dark max-sm:w-full">
        Download All as JSON
      </a>
    </div>
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-[15px] marker:text-muted">One table as CSV</summary>
      <div className="grid gap-x-6 gap-y-5 pt-2 sm:grid-cols-2 xl:grid-cols-3">
        {Object.entries(GROUPS).map(([title, tables]) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 font-semibold text-[15px]">{title}</h3>
            <ul>
              {Object.entries(tables).map(([table, name]) => (
                <li key={table}>
                  <a
                    href={`/documents/export/${table}.csv`}
                    download
                    className="-mx-2 flex min-h-9 items-center justify-between gap-3 rounded-small px-2 text-[15px] hover:bg-sage-100 max-lg:min-h-11"
                  >
                    <span className="underline decoration-sage-300 underline-offset-4">{name}</span>
                    <span className="text-muted text-sm">CSV</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  </Panel>
);
