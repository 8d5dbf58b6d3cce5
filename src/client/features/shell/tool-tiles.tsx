import { Link, type LinkProps } from '@tanstack/react-router';
import {
  Calculator,
  ClipboardList,
  FileText,
  Handshake,
  Image,
  KeyRound,
  type LucideIcon,
  Megaphone,
  Receipt,
  Sparkles,
  Trophy,
} from 'lucide-react';
import { Section } from '../../ui/panel';

const TOOLS: readonly (readonly [path: string, title: string, icon: LucideIcon])[] = [
  ['/ai-dashboard', 'AI Dashboard', Sparkles],
  ['/social-media', 'Social Media', Megaphone],
  ['/canaan-dashboard', 'Business Development', Handshake],
  ['/inventory-accounting', 'Inventory & Accounting', Calculator],
  ['/facebook-cover', 'Facebook Cover', Image],
  ['/invoices', 'Invoices', FileText],
  ['/receipts', 'Receipts', Receipt],
  ['/team', 'Team Dashboard', ClipboardList],
  ['/team-login', 'Team Login', KeyRound],
  ['/achievements', 'Achievements', Trophy],
];

/** Pages outside the office app, which need a full page load. */
const PUBLIC: readonly string[] = ['/facebook-cover', '/team-login'];

/** Shows the tools as icons with their names; on a phone in one row, which scrolls. */
export const ToolTiles = () => (
  <Section title={<span className="max-sm:sr-only">Tools</span>} gap="gap-3">
    <ul className="grid grid-cols-5 gap-2 max-sm:-mx-4 max-sm:flex max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:contain-inline-size">
      {TOOLS.map(([path, title, Icon]) => (
        <li key={path} className="max-sm:shrink-0">
          <Link
            to={path as LinkProps['to']}
            reloadDocument={PUBLIC.includes(path)}
            className="flex min-h-11 items-center gap-2 rounded-small border border-line bg-paper px-2.5 font-semibold text-sm leading-tight hover:border-pine-600 max-sm:px-3 max-sm:whitespace-nowrap"
          >
            <Icon aria-hidden="true" className="size-[18px] shrink-0 text-pine-600" />
            <span className="min-w-0 max-w-full hyphens-auto [overflow-wrap:break-word]">{title}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Section>
);
