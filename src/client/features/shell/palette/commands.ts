import { type LinkProps, linkOptions } from '@tanstack/react-router';
import {
  Briefcase,
  FilePlus2,
  Globe,
  Keyboard,
  LogOut,
  type LucideIcon,
  Megaphone,
  PackagePlus,
  Receipt,
  Settings,
  UserPlus,
} from 'lucide-react';
import { SETTINGS_SECTIONS } from '../../../../shared/settings-sections';
import { ENTRIES } from '../navigation-entries';

/** The effect of a row: it opens a screen, or runs something. */
export type Command = { link: LinkProps } | { run: 'new-job' | 'shortcuts' | 'website' | 'log-out' };
export type CommandRow = { id: string; label: string; icon: LucideIcon; hint?: string; words?: string; command: Command };

const link = linkOptions;
const open = (label: string, icon: LucideIcon, to: LinkProps, words?: string): CommandRow => ({
  id: label,
  label,
  icon,
  ...(words && { words }),
  command: { link: to },
});

export const ACTIONS: readonly CommandRow[] = [
  open('New invoice', FilePlus2, link({ to: '/invoices', search: { new: 1 } }), 'create bill'),
  open('New receipt', Receipt, link({ to: '/receipts', search: { new: 1 } }), 'create payment record'),
  open('New client', UserPlus, link({ to: '/clients', search: { new: 1 } }), 'create add customer'),
  { id: 'New job', label: 'New job', icon: Briefcase, words: 'create work order plan', command: { run: 'new-job' } },
  open('New product', PackagePlus, link({ to: '/inventory', search: { product: 'new' } }), 'create add'),
  open('New post', Megaphone, link({ to: '/social-media', search: { tab: 'schedule', post: 'new' } }), 'create social facebook'),
  { id: 'Keyboard shortcuts', label: 'Keyboard shortcuts', icon: Keyboard, words: 'keys help', command: { run: 'shortcuts' } },
  { id: 'Public website', label: 'Public website', icon: Globe, words: 'landing page', command: { run: 'website' } },
  { id: 'Log out', label: 'Log out', icon: LogOut, words: 'sign out logout', command: { run: 'log-out' } },
];

/** Words by which people look for a screen besides its label. */
const SYNONYMS: Record<string, string> = {
  '/admin': 'dashboard today quotes',
  '/team': 'team dashboard work orders map',
  '/team-management': 'members employees time off',
  '/messages': 'outbox mail email',
  '/ai-dashboard': 'automation workers',
  '/inventory': 'products stock',
  '/stock': 'movements ledger',
  '/inventory-accounting': 'reports statements margins',
};

export const SCREENS: readonly CommandRow[] = [
  ...ENTRIES.flatMap(({ to, label, icon, key, tabs }) =>
    (tabs ?? [{ to, label }]).map((tab) => ({
      id: `screen ${tab.to}`,
      label: tabs && tab.label !== label ? `${label}: ${tab.label}` : tab.label,
      icon,
      ...(key && tab.to === to && { hint: `g ${key}` }),
      ...(SYNONYMS[tab.to] && { words: SYNONYMS[tab.to] }),
      command: { link: { to: tab.to } },
    })),
  ),
  open('Facebook cover', Megaphone, link({ to: '/facebook-cover', reloadDocument: true }), 'picture'),
  ...SETTINGS_SECTIONS.map(([section, title, text]) =>
    open(`Settings: ${title}`, Settings, link({ to: '/settings', search: { section } }), text),
  ),
];

export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the rows with every word of a text, those whose label begins with it first. Each word must begin a word of the row. */
export function filterCommands(rows: readonly CommandRow[], text: string): CommandRow[] {
  const wanted = fold(text).split(/\s+/).filter(Boolean);
  const hits = rows.filter(({ label, words = '' }) => {
    const own = fold(`${label} ${words}`).split(/[^\p{L}\p{N}]+/u);
    return wanted.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
  const begins = ({ label }: CommandRow) => label.split(': ').some((part) => fold(part).startsWith(fold(text)));
  return [...hits.filter(begins), ...hits.filter((row) => !begins(row))];
}
