import { useCompany } from '../../ui/public/company';
import { Icon, Logo } from '../../ui/public/icons';
import { dismissInstall, installApp } from './install';

export function InstallBanner() {
  const { shortName } = useCompany();
  return (
    <section
      aria-label="Install the app"
      className="fixed inset-x-3 bottom-3 z-40 max-sm:in-[body:has([data-bottom-bar])]:bottom-20 mx-auto flex max-w-2xl flex-wrap items-center gap-3 rounded-card border border-line bg-paper p-4 pr-14 shadow-card"
    >
      <Logo className="size-10 shrink-0" />
      <p className="grow basis-52 leading-snug">
        <b className="block">Install {shortName}</b>
        <span className="text-muted text-sm">Book and shop from your home screen, even on a weak connection.</span>
      </p>
      <button type="button" className="button-dark" onClick={() => void installApp()}>
        Install App
      </button>
      <button type="button" className="button-ghost" onClick={dismissInstall}>
        Maybe Later
      </button>
      <button
        type="button"
        aria-label="Close"
        className="absolute top-1.5 right-1.5 grid size-11 place-items-center rounded-full hover:bg-sage-100"
        onClick={dismissInstall}
      >
        <Icon name="close" className="size-4" />
      </button>
    </section>
  );
}
