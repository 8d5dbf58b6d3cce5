import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { trackBooking } from '../../ui/public/analytics';
import { Brand, useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { installApp } from './install';

const LINKS = [
  ['/marketplace', 'Marketplace'],
  ['/store', 'Store'],
  ['/company-profile', 'Company Profile'],
  ['/team-login', 'Team Login'],
] as const;

const SCROLLED_PAST = 100;

export type Cart = { count: number; isOpen?: boolean; onOpen: () => void };

function useIsScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(false);
  // Follows the window's scroll position.
  useEffect(() => {
    const follow = () => setIsScrolled(window.scrollY > SCROLLED_PAST);
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return isScrolled;
}

export function SiteHeader({ cart }: { cart?: Cart }) {
  const isScrolled = useIsScrolled();
  const [isOpen, setIsOpen] = useState(false);

  // Listens to the keyboard while the menu is open.
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setIsOpen(false);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [isOpen]);

  return (
    <header
      data-scrolled={isScrolled}
      className={clsx(
        'on-pine sticky top-0 z-30 text-white motion-safe:transition-colors',
        isScrolled || isOpen ? 'bg-pine-950 shadow-card' : 'bg-pine-900',
      )}
    >
      <div className="wrap flex h-[76px] items-center gap-2 lg:gap-6">
        <HomeLink />
        <WideLinks />
        {cart && <CartButton {...cart} />}
        <a href="/appointments" className="button-primary hidden sm:inline-flex" onClick={trackBooking}>
          Book Now
        </a>
        <button
          type="button"
          className="grid size-11 place-items-center rounded-full hover:bg-white/10 xl:hidden"
          aria-expanded={isOpen}
          aria-controls="site-menu"
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} className="size-6" />
        </button>
      </div>
      {isOpen && <Menu onLeave={() => setIsOpen(false)} />}
    </header>
  );
}

function HomeLink() {
  const { name } = useCompany();
  return (
    <a
      href="/"
      className="mr-auto flex min-h-11 items-center gap-2.5 font-bold font-display text-[19px] leading-tight tracking-display sm:text-xl"
    >
      <Brand text={name} />
    </a>
  );
}

const WideLinks = () => (
  <>
    <nav aria-label="Main" className="hidden items-center gap-6 lg:flex">
      {LINKS.map(([href, label]) => (
        <a key={href} href={href} className="py-2 font-medium text-white/85 hover:text-white">
          {label}
        </a>
      ))}
    </nav>
    <InstallButton className="hidden xl:inline-flex" />
    <AdminLink className="hidden lg:grid" />
  </>
);

const Menu = ({ onLeave }: { onLeave: () => void }) => (
  <nav id="site-menu" aria-label="Menu" className="wrap grid gap-1 border-white/15 border-t pt-3 pb-5 xl:hidden">
    {LINKS.map(([href, label]) => (
      <a key={href} href={href} className="flex min-h-11 items-center text-lg" onClick={onLeave}>
        {label}
      </a>
    ))}
    <a href="/admin" className="flex min-h-11 items-center gap-2 text-lg">
      <Icon name="admin" /> Admin Dashboard
    </a>
    <div className="mt-3 flex flex-wrap gap-3">
      <a href="/appointments" className="button-primary" onClick={trackBooking}>
        Book Now
      </a>
      <InstallButton className="inline-flex" />
    </div>
  </nav>
);

const InstallButton = ({ className }: { className: string }) => (
  <button type="button" className={clsx('button-on-pine', className)} onClick={() => void installApp()}>
    <Icon name="download" className="size-4.5" /> Install App
  </button>
);

const AdminLink = ({ className }: { className: string }) => (
  <a
    href="/admin"
    title="Admin Dashboard"
    aria-label="Admin Dashboard"
    className={clsx('size-11 place-items-center rounded-full hover:bg-white/10', className)}
  >
    <Icon name="admin" className="size-6" />
  </a>
);

const CartButton = ({ count, isOpen, onOpen }: Cart) => (
  <button
    type="button"
    aria-label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
    aria-expanded={isOpen}
    className="relative grid size-11 place-items-center rounded-full hover:bg-white/10"
    onClick={onOpen}
  >
    <Icon name="cart" className="size-6" />
    {count > 0 && (
      <span className="absolute top-0 right-0 rounded-full bg-citrus-400 px-1.5 font-semibold text-pine-950 text-xs tabular-nums">
        {count}
      </span>
    )}
  </button>
);
