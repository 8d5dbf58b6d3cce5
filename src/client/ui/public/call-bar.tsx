import { trackBooking } from './analytics';
import { useCompany } from './company';
import { Icon } from './icons';

/**
 * Shows the phone number and the booking at the bottom edge of a phone. Its parent begins below the hero and ends above the footer, and
 * the bar sticks only within it. It makes room for a form while one of its fields has the focus.
 */
export function CallBar() {
  const { phone } = useCompany();
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-20 grid grid-cols-2 gap-3 border-line border-t bg-paper px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] in-[:has(form_:focus)]:invisible sm:hidden"
    >
      <a href={phone.href} className="button-ghost">
        <Icon name="phone" className="size-4.5" /> Call
      </a>
      <a href="/appointments" className="button-primary" onClick={trackBooking}>
        Book now
      </a>
    </div>
  );
}
