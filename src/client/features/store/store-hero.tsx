import type { ReactNode } from 'react';
import { useCompany } from '../../ui/public/company';
import { StoreIcon } from './store-icons';

export function StoreHero({ children }: { children: ReactNode }) {
  const { city, phone } = useCompany();
  return (
    <div className="on-pine overflow-hidden bg-pine-900 text-white">
      <div className="wrap grid items-end gap-x-14 lg:grid-cols-[1fr_400px]">
        <div className="pt-5 pb-6 sm:pt-9 sm:pb-10">
          <h1 className="font-bold text-[clamp(32px,4.4vw,58px)]">Supply Store</h1>
          <p className="mt-2 max-w-[34em] text-[17px] text-white/85 sm:mt-4 sm:text-[19px]">
            The supplies our own crews use, brought to your door.
          </p>
          <div className="mt-4 max-w-xl sm:mt-6">{children}</div>
          <ul className="mt-6 hidden flex-wrap gap-x-7 gap-y-2 text-[15px] text-white/85 sm:flex">
            <li className="inline-flex items-center gap-2">
              <StoreIcon name="truck" className="size-5 text-citrus-400" /> 1 to 3 business days in the {city} area
            </li>
            <li className="inline-flex items-center gap-2">
              <StoreIcon name="purse" className="size-5 text-citrus-400" /> e-Transfer, deposit, cash or cheque
            </li>
          </ul>
          <noscript>
            <p className="mt-4">
              The cart and the search need JavaScript. You can browse all products here and order by phone: {phone.display}.
            </p>
          </noscript>
        </div>
        <Shelves />
      </div>
    </div>
  );
}

const Shelves = () => (
  <svg viewBox="0 0 400 300" className="hidden w-full self-end lg:block" aria-hidden="true">
    <path d="M16 300V38a18 18 0 0 1 18-18h332a18 18 0 0 1 18 18v262z" fill="var(--color-pine-700)" />
    <path d="M16 300V38a18 18 0 0 1 18-18h110c110 40 170 140 190 280z" fill="var(--color-sky-100)" />
    <g fill="var(--color-pine-900)">
      <path d="M16 158h368v10H16zM16 290h368v10H16z" />
    </g>
    <g>
      <path d="M52 158v-62q0-10 10-14v-16h22v16q10 4 10 14v62z" fill="var(--color-pine-600)" />
      <path d="M52 112h42v30H52z" fill="var(--color-citrus-400)" />
      <path d="M60 52h34l10 12H62z" fill="var(--color-pine-950)" />
      <path d="M116 158V92h46v66z" fill="#fff" />
      <path d="M116 104h46v18h-46z" fill="var(--color-sage-300)" />
      <path d="M184 158q-6-44 12-52h30q18 8 12 52z" fill="var(--color-citrus-500)" />
      <path d="M200 106v-14h22v14z" fill="var(--color-pine-950)" />
      <path d="M260 158V86h22v72zM288 158V72h22v86z" fill="var(--color-sage-300)" />
      <path d="M260 100h22v12h-22zM288 88h22v12h-22z" fill="var(--color-pine-600)" />
      <path d="M328 158v-46h34v46z" fill="var(--color-pine-600)" opacity=".7" />
    </g>
    <g>
      <path d="M46 290q0-64 26-64h40q26 0 26 64z" fill="var(--color-sage-300)" />
      <path d="M58 290q4-40 18-40h32q14 0 18 40z" fill="var(--color-pine-600)" />
      <path d="M160 290v-52h70v52z" fill="#fff" />
      <path d="M160 252h70v14h-70z" fill="var(--color-citrus-400)" />
      <path d="M254 290v-74q0-8 8-8h6v-18h20v18h6q8 0 8 8v74z" fill="var(--color-pine-600)" />
      <path d="M254 234h48v30h-48z" fill="#fff" />
      <path d="M322 290v-40h44v40z" fill="var(--color-sage-300)" opacity=".7" />
    </g>
    <path d="M144 20c110 40 170 140 190 280" fill="none" stroke="#fff" strokeOpacity=".9" strokeWidth="5" />
    <g transform="translate(286 158) rotate(58)">
      <rect x="-54" y="-8" width="108" height="14" rx="7" fill="var(--color-pine-950)" />
      <rect x="-60" y="4" width="120" height="6" rx="3" fill="var(--color-citrus-400)" />
      <rect x="-5" y="-72" width="10" height="66" rx="5" fill="var(--color-pine-950)" />
    </g>
    <path d="M16 300V38a18 18 0 0 1 18-18h332a18 18 0 0 1 18 18v262" fill="none" stroke="var(--color-sage-50)" strokeWidth="9" />
  </svg>
);
