import type { ReactNode } from 'react';
import { useCompany } from '../../ui/public/company';
import shelves from './shelves.svg';
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
        <img src={shelves} alt="" width={400} height={300} loading="lazy" className="hidden w-full self-end lg:block" />
      </div>
    </div>
  );
}
