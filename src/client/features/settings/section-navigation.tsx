import { Link, useNavigate } from '@tanstack/react-router';
import { SECTIONS, type Section } from './settings-search';

export function SectionNavigation({ section }: { section: Section }) {
  const navigate = useNavigate();
  return (
    <>
      <label className="grid gap-1.5 font-semibold text-[15px] lg:hidden">
        Section
        <select
          value={section}
          className="min-h-12 w-full rounded-small border border-control bg-paper px-3.5 font-normal text-base"
          onChange={(event) => void navigate({ to: '/settings', search: { section: event.target.value as Section } })}
        >
          {SECTIONS.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <nav aria-label="Sections of the settings" className="sticky top-6 hidden lg:block">
        <ul className="grid gap-0.5">
          {SECTIONS.map(([name, title]) => (
            <li key={name}>
              <Link
                to="/settings"
                search={{ section: name }}
                aria-current={name === section ? 'page' : undefined}
                className="flex min-h-10 items-center rounded-small px-3 font-medium text-[15px] text-muted hover:bg-sage-100 hover:text-ink aria-[current=page]:bg-pine-900 aria-[current=page]:text-white"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
