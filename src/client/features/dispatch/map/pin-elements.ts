import { getPhase, type Phase } from '../../../../shared/dispatch';
import type { Pin } from './day-plan';

const COLOURS: Record<Phase, string> = {
  planned: 'bg-amber-700 border-amber-700 text-amber-700',
  active: 'bg-blue-700 border-blue-700 text-blue-700',
  done: 'bg-pine-600 border-pine-600 text-pine-600',
  problem: 'bg-red-600 border-red-600 text-red-600',
  cancelled: 'bg-muted border-muted text-muted',
};
const BOX = 'grid size-11 place-items-center';
const TAG = 'pointer-events-none absolute left-1/2 -translate-x-1/2 whitespace-nowrap font-text font-semibold leading-none';

function element(className: string, text = ''): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  made.textContent = text;
  return made;
}

export function drawPin({ job, number, town }: Pin, isChosen: boolean): HTMLElement {
  const box = element(`${BOX} relative cursor-pointer`);
  const size = isChosen ? 'size-10 text-base ring-4 ring-citrus-400' : 'size-8 text-sm';
  const dot = element(
    `grid place-items-center rounded-full border-2 font-text font-bold tabular-nums leading-none shadow-card ${size} ${COLOURS[getPhase(job.status)]}`,
  );
  dot.classList.add(...(town === undefined ? ['border-paper!', 'text-white!'] : ['border-dashed', 'bg-paper!']));
  dot.textContent = String(number);
  dot.dataset.pin = town === undefined ? 'exact' : 'approximate';
  box.append(dot);
  if (isChosen) box.append(element(`${TAG} top-full mt-0.5 rounded-small bg-pine-950 px-2 py-1.5 text-white text-xs`, job.clientName));
  return box;
}

const HOUSE = 'M3 11.5 12 4l9 7.5M6 10v9h12v-9';

export function drawDepot(): HTMLElement {
  const box = element(`${BOX} relative`);
  const sign = element('grid size-9 place-items-center rounded-small border-2 border-paper bg-pine-950 text-citrus-400 shadow-card');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', HOUSE);
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', width: '20', height: '20', fill: 'none', stroke: 'currentColor' }))
    svg.setAttribute(name, value);
  svg.setAttribute('stroke-width', '2.2');
  svg.append(path);
  sign.append(svg);
  sign.dataset.pin = 'depot';
  box.append(sign, element(`${TAG} bottom-full rounded-full bg-paper/90 px-1.5 py-1 text-ink text-xs`, 'Depot'));
  return box;
}

export function drawTown(name: string, isServed: boolean): HTMLElement {
  const box = element('relative');
  box.append(
    element(`absolute -top-1 -left-1 size-2 rounded-full ${isServed ? 'bg-pine-600' : 'bg-control'}`),
    element(
      `absolute top-4 -translate-x-1/2 whitespace-nowrap rounded-full bg-paper/70 px-1.5 py-0.5 font-text leading-tight ${isServed ? 'font-bold text-ink text-[13px]' : 'text-muted text-xs'}`,
      name,
    ),
  );
  return box;
}
