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

export const ToolTiles = () => (
  <Section title="Tools" gap="gap-3">
    <ul className="grid grid-cols-4 gap-1.5 sm:grid-cols-5 sm:gap-2">
      {TOOLS.map(([path, title, Icon]) => (
        <li key={path}>
          <Link
            to={path as LinkProps['to']}
            reloadDocument={PUBLIC.includes(path)}
            className="flex min-h-11 items-center gap-2 rounded-small border border-line bg-paper px-2.5 font-semibold text-sm leading-tight hover:border-pine-600 max-sm:h-16 max-sm:flex-col max-sm:gap-1 max-sm:px-0.5 max-sm:pt-2 max-sm:text-center max-sm:text-[11px]"
          >
            <Icon aria-hidden="true" className="size-[18px] shrink-0 text-pine-600" />
            <span className="min-w-0 max-w-full hyphens-auto [overflow-wrap:break-word]">{title}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Section>
);
