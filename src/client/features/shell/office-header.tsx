import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { CompanyMark, useCompany } from '../../ui/public/company';
import { openPalette } from './palette-store';

/** Returns the combination that opens the palette, as this computer's keyboard names it. */
export const getPaletteKeys = () => [/Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl', 'K'];

/** Stays above every screen of the office: the search, and on a phone the company and the button of the navigation. */
export function OfficeHeader({ menu, children }: { menu: ReactNode; children?: ReactNode }) {
  const { logo, shortName } = useCompany();
  return (
    <header className="on-pine sticky top-0 z-30 flex h-(--office-header) items-center gap-1 bg-pine-950 pr-2 pl-4 text-white sm:px-7 lg:gap-3 lg:px-8">
      <span className="mr-auto flex min-w-0 items-center gap-2 lg:hidden">
        <CompanyMark className="size-7" />
        <span className="truncate font-bold font-display text-lg tracking-display" aria-hidden={logo !== null || undefined}>
          {shortName}
        </span>
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        className="flex items-center gap-2.5 rounded-small text-[15px] text-white/80 hover:bg-white/15 hover:text-white max-lg:size-11 max-lg:justify-center lg:mr-auto lg:h-9 lg:w-[min(420px,100%)] lg:bg-white/10 lg:px-3"
        onClick={() => openPalette()}
      >
        <Search aria-hidden="true" className="size-5 shrink-0 lg:size-[18px]" />
        <span className="max-lg:sr-only">Search or jump to…</span>
        <span aria-hidden="true" className="ml-auto rounded-[5px] border border-white/30 px-1.5 text-xs leading-5 max-lg:hidden">
          {getPaletteKeys().join(' ')}
        </span>
      </button>
      {children}
      {menu}
    </header>
  );
}
