import { type LinkProps, linkOptions } from '@tanstack/react-router';
import {
  Briefcase,
  FilePlus2,
  Globe,
  Keyboard,
  ListChecks,
  LogOut,
  type LucideIcon,
  Megaphone,
  PackagePlus,
  Palette,
  Receipt,
  Repeat,
  Settings,
  UserPlus,
} from 'lucide-react';
import { SCHEME_LABELS, SCHEMES, type Scheme } from '../../../../shared/color-scheme';
import { SETTINGS_SECTIONS } from '../../../../shared/settings-sections';
import { ENTRIES } from '../navigation-entries';

/** The effect of a row: it opens a screen, or runs something. */
export type Command =
  | { link: LinkProps }
  | { scheme: Scheme }
  | { run: 'new-job' | 'show-checklist' | 'shortcuts' | 'website' | 'log-out' };
/** A row of the palette. People find a command also by its `words`. */
export type PaletteRow = {
  value: string;
  label: string;
  detail: string;
  aside: string;
  words?: string | undefined;
  icon: LucideIcon;
  command: Command;
};

const link = linkOptions;
const toRow = (label: string, icon: LucideIcon, command: Command, words?: string, aside = ''): PaletteRow => ({
  ...{ value: label, label, detail: '', aside, words, icon, command },
});
const open = (label: string, icon: LucideIcon, to: LinkProps, words?: string) => toRow(label, icon, { link: to }, words);

export const NEW_CLIENT = open('New client', UserPlus, link({ to: '/clients', search: { new: 1 } }), 'create add customer');
const ACTIONS: readonly PaletteRow[] = [
  open('New invoice', FilePlus2, link({ to: '/invoices', search: { new: 1 } }), 'create bill'),
  open('New receipt', Receipt, link({ to: '/receipts', search: { new: 1 } }), 'create payment record'),
  NEW_CLIENT,
  toRow('New job', Briefcase, { run: 'new-job' }, 'create work order plan'),
  open('New plan', Repeat, link({ to: '/plans', search: { new: 1 } }), 'create recurring repeat regular visits'),
  open('New product', PackagePlus, link({ to: '/inventory', search: { product: 'new' } }), 'create add'),
  open('New post', Megaphone, link({ to: '/social-media', search: { tab: 'schedule', post: 'new' } }), 'create social facebook'),
  toRow('Keyboard shortcuts', Keyboard, { run: 'shortcuts' }, 'keys help'),
  toRow('Public website', Globe, { run: 'website' }, 'landing page'),
  toRow('Log out', LogOut, { run: 'log-out' }, 'sign out logout'),
];
const SHOW_CHECKLIST = toRow('Show the checklist', ListChecks, { run: 'show-checklist' }, 'set up company steps');
const WITH_CHECKLIST = [...ACTIONS, SHOW_CHECKLIST];

/** Returns the actions; the last one shows the checklist of a new company again if it is hidden. */
export const listActions = (isChecklistHidden: boolean): readonly PaletteRow[] => (isChecklistHidden ? WITH_CHECKLIST : ACTIONS);

/** Words by which people look for a screen besides its label. */
const SYNONYMS: Record<string, string> = {
  '/admin': 'dashboard today quotes',
  '/team': 'team dashboard work orders map',
  '/dispatch': 'assign unassigned schedule crew',
  '/plans': 'recurring regular repeat visits',
  '/team-management': 'members employees time off',
  '/messages': 'outbox mail email',
  '/ai-dashboard': 'automation workers',
  '/inventory': 'products stock',
  '/stock': 'movements ledger',
  '/inventory-accounting': 'reports statements margins',
};

/** The screens of the navigation. */
export const SCREENS: readonly PaletteRow[] = ENTRIES.flatMap(({ to, label, icon, key, tabs }) =>
  (tabs ?? [{ to, label }]).map((tab) => ({
    ...open(tabs && tab.label !== label ? `${label}: ${tab.label}` : tab.label, icon, { to: tab.to }, SYNONYMS[tab.to]),
    value: `screen ${tab.to}`,
    aside: key && tab.to === to ? `g ${key}` : '',
  })),
);

/** Screens and settings that only a search finds. */
export const HIDDEN_SCREENS: readonly PaletteRow[] = [
  ...SCHEMES.map((scheme) => toRow(`Colours: ${SCHEME_LABELS[scheme]}`, Palette, { scheme }, 'colors scheme theme mode')),
  open('Facebook cover', Megaphone, link({ to: '/facebook-cover', reloadDocument: true }), 'picture'),
  ...SETTINGS_SECTIONS.map(([section, title, text]) =>
    open(`Settings: ${title}`, Settings, link({ to: '/settings', search: { section } }), text),
  ),
];

export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the rows with every word of a text, those whose label begins with it first. Each word must begin a word of the row. */
export function filterCommands(rows: readonly PaletteRow[], text: string): PaletteRow[] {
  const wanted = fold(text).split(/\s+/).filter(Boolean);
  const hits = rows.filter(({ label, words = '' }) => {
    const own = fold(`${label} ${words}`).split(/[^\p{L}\p{N}]+/u);
    return wanted.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
  const begins = ({ label }: PaletteRow) => label.split(': ').some((part) => fold(part).startsWith(fold(text)));
  return [...hits.filter(begins), ...hits.filter((row) => !begins(row))];
}
