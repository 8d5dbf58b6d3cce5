import { Check, CircleUserRound, Globe, Keyboard, LogOut } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import { SCHEME_LABELS, SCHEMES, type Scheme } from '../../../shared/color-scheme';
import { formatTime } from '../../../shared/staff-times';
import { setScheme, useScheme } from '../../color-scheme';
import { trpc } from '../../trpc';

const ROW =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-small px-2.5 text-[15px] outline-none data-[highlighted]:bg-sage-100 max-lg:min-h-11';
const ICON = 'size-[18px] shrink-0 text-muted';

type AccountMenuProps = { onShortcuts: () => void; onLogOut: () => void };

/** Shows who is logged in and until when, with the choices of this person and device. */
export function AccountMenu({ onShortcuts, onLogOut }: AccountMenuProps) {
  const session = trpc.session.current.useQuery();
  const name = session.data?.name ?? 'Account';
  return (
    // A modal menu would hide the rest of the page from screen readers while its trigger keeps the focus.
    <Menu.Root modal={false}>
      <Menu.Trigger
        aria-label={`Account menu, ${name}`}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-small px-2.5 text-left text-[15px] text-white/80 hover:bg-white/5 hover:text-white data-[state=open]:bg-white/10"
      >
        <CircleUserRound aria-hidden="true" className="size-[18px] shrink-0" />
        <span className="min-w-0 truncate">{name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        {/* A landmark, since the menu opens outside those of the page. */}
        <section aria-label="Account">
          <Menu.Content
            side="top"
            align="start"
            sideOffset={6}
            collisionPadding={12}
            className="z-50 w-64 rounded-card border border-line bg-paper p-1.5 text-ink shadow-card"
          >
            <Menu.Label className="px-2.5 py-2">
              <span className="block truncate font-semibold">{name}</span>
              {session.data && <span className="text-muted text-sm">Logged in until {formatTime(session.data.expiresAt)}</span>}
            </Menu.Label>
            <Menu.Separator className="my-1 border-line border-t" />
            <Schemes />
            <Menu.Separator className="my-1 border-line border-t" />
            <Menu.Item className={ROW} onSelect={onShortcuts}>
              <Keyboard aria-hidden="true" className={ICON} /> Keyboard shortcuts
            </Menu.Item>
            <Menu.Item asChild className={ROW}>
              <a href="/">
                <Globe aria-hidden="true" className={ICON} /> Public website
              </a>
            </Menu.Item>
            <Menu.Separator className="my-1 border-line border-t" />
            <Menu.Item className={ROW} onSelect={onLogOut}>
              <LogOut aria-hidden="true" className={ICON} /> Log out
            </Menu.Item>
          </Menu.Content>
        </section>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Offers the colour schemes of this device. The menu stays open, so that the choice can be seen. */
const Schemes = () => (
  <>
    <Menu.Label className="px-2.5 pt-1 pb-1 font-semibold text-muted text-xs">Colours on this device</Menu.Label>
    <Menu.RadioGroup value={useScheme()} onValueChange={(scheme) => setScheme(scheme as Scheme)}>
      {SCHEMES.map((scheme) => (
        <Menu.RadioItem key={scheme} value={scheme} className={ROW} onSelect={(event) => event.preventDefault()}>
          <Menu.ItemIndicator forceMount className={`${ICON} data-[state=unchecked]:invisible`}>
            <Check aria-hidden="true" className="size-full" />
          </Menu.ItemIndicator>
          {SCHEME_LABELS[scheme]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  </>
);
