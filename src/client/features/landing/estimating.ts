import { type Basket, summarizeEstimate } from '../../../shared/pricing';
import type { Estimator } from '../../../shared/pricing-schemas';
import { rememberWanted } from '../../ui/public/wanted-estimate';

type Service = Estimator['services'][number];

/** Shows the fields that a service needs: the rooms, or else the area. A hidden field is not sent. */
function showFields(form: HTMLFormElement, { items }: Service): void {
  const units = items.map(({ unit }) => unit);
  const hasRooms = units.includes('bedroom') || units.includes('bathroom');
  const isShown = { bedrooms: hasRooms, bathrooms: hasRooms, squareFeet: !hasRooms && units.includes('100sqft') };
  for (const [name, isWanted] of Object.entries(isShown)) {
    const field = form.elements.namedItem(name) as HTMLInputElement;
    field.disabled = !isWanted;
    const part = field.closest<HTMLElement>('div > div:has(> div)');
    if (part) part.hidden = !isWanted;
  }
}

/** Reads what is chosen in the strip. */
function readBasket(form: HTMLFormElement): Basket {
  const values = new FormData(form);
  const counts = ['bedrooms', 'bathrooms', 'squareFeet'].flatMap((name) => {
    const count = Math.trunc(Number(values.get(name)));
    return count > 0 ? [[name, Math.min(count, 1_000_000)]] : [];
  });
  return Object.fromEntries(counts);
}

/** Functions that find and show the next free window. `isChanged` is true if the visitor chose something before these scripts ran. */
type FreeWindows<Free> = {
  findNextFree: (type: string) => Promise<Free | undefined>;
  showFree: (form: HTMLFormElement, text: string, free: Free | undefined) => void;
  isChanged: boolean;
};

/** Estimates what is chosen in the strip, at once and after each choice. A quote request carries what the visitor chose. */
export function startEstimating<Free>(form: HTMLFormElement, services: readonly Service[], windows: FreeWindows<Free>): void {
  const { findNextFree, showFree, isChanged } = windows;
  let shown = '';
  const update = async (isChosen: boolean) => {
    const service = services.find(({ type }) => type === new FormData(form).get('service'));
    if (!service) return;
    showFields(form, service);
    const basket = readBasket(form);
    if (isChosen) rememberWanted({ ...basket, serviceType: service.type });
    const text = summarizeEstimate(service, basket);
    const own = `${service.type} ${text}`;
    shown = own;
    // The earlier text stays until the free window is known, unless that takes long.
    const timer = setTimeout(() => showFree(form, text, undefined), 100);
    const free = await findNextFree(service.type);
    clearTimeout(timer);
    if (shown === own) showFree(form, text, free);
  };
  form.onchange = () => void update(true);
  void update(isChanged);
}
