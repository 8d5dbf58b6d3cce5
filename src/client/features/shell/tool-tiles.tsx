import { Link, type LinkProps } from '@tanstack/react-router';
import { Section } from '../../ui/panel';

const TOOLS = [
  ['/ai-dashboard', 'AI Dashboard', 'Lead finding and follow-ups'],
  ['/social-media', 'Social Media', 'Write, plan and post'],
  ['/canaan-dashboard', 'Business Development', 'Partnerships and contracts'],
  ['/inventory-accounting', 'Inventory & Accounting', 'Margins, value, statements'],
  ['/facebook-cover', 'Facebook Cover', 'Draw the cover picture'],
  ['/invoices', 'Invoices', 'From draft to paid'],
  ['/receipts', 'Receipts', 'Payments received'],
  ['/team', 'Team Dashboard', 'Work orders and their status'],
  ['/team-login', 'Team Login', 'Where cleaners log in'],
  ['/achievements', 'Achievements', 'Goals reached'],
] as const;
const MORE = [
  ['/orders', 'Orders', 'Pack, send, get paid'],
  ['/bookings', 'Bookings', 'Appointments by time window'],
  ['/clients', 'Clients', 'Who you work for'],
  ['/dispatch', 'Dispatch', 'Who goes where'],
  ['/team-management', 'Team Management', 'People and roles'],
  ['/inventory', 'Inventory', 'Products and stock'],
  ['/stock', 'Stock Ledger', 'Every change of stock'],
  ['/settings', 'Settings', 'Company, taxes, messages, data'],
  ['/messages', 'Messages', 'Sent, waiting and failed messages'],
] as const;

/** Pages outside the office app, which need a full page load. */
const PUBLIC: readonly string[] = ['/facebook-cover', '/team-login'];
const TILE = 'grid h-full content-start gap-1 rounded-card border border-line bg-paper p-4 hover:border-pine-600';

type Tiles = readonly (readonly [string, string, string])[];

export const ToolTiles = () => (
  <Section title="Tools">
    <TileRow tiles={TOOLS} />
    <h3 className="font-bold text-lg">More tools</h3>
    <TileRow tiles={MORE} />
  </Section>
);

const TileRow = ({ tiles }: { tiles: Tiles }) => (
  <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
    {tiles.map(([href, title, text]) => (
      <li key={href}>
        <Link to={href as LinkProps['to']} reloadDocument={PUBLIC.includes(href)} className={TILE}>
          <span className="font-semibold">{title}</span>
          <span className="text-muted text-sm">{text}</span>
        </Link>
      </li>
    ))}
  </ul>
);
