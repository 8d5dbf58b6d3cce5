import Database from 'better-sqlite3';
import { addDays } from '../../src/shared/calendar-day';
import { GENERATED_DAYS } from '../../src/shared/plans';
import { businessDay } from '../../src/shared/time';
import { postJson } from '../support/post-json';
import { LoadHouse } from './house';
import { tell } from './report';

const [PLANS, MEMBERS, MOST_MS, MOST_STALL_MS] = [500, 40, 1000, 100];
const AT = '2026-01-01T00:00:00.000Z';
const HEALTH = '/api/health';
const PAUSE_MS = 10;
/** The server generates visits by itself a second after its start, when there are no plans yet. */
const SETTLED_MS = 2500;

/** Adds the members of a company and the weekly plans of as many clients, spread over the days and hours of a week. */
function addPlans(file: string, startDate: string): void {
  const sqlite = new Database(file);
  const numbers = (count: number) => `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  sqlite.exec(`begin;
    ${numbers(MEMBERS)}
    insert into team_members (employee_id, password_hash, first_name, last_name, email, phone, hire_date, created_at, updated_at)
      select 'E-' || n, '', 'Member', n, 'm' || n || '@example.com', '(250) 555-0100', '2026-01-01', '${AT}', '${AT}' from numbers;
    ${numbers(PLANS)}
    insert into clients (name, email, address, created_at)
      select 'Client ' || n, 'c' || n || '@example.com', n || ' Columbia St, Kamloops', '${AT}' from numbers;
    insert into plans (client_id, service_type, rrule, start_date, start_time, minutes, price_cents, created_at, updated_at)
      select id, 'residential', 'FREQ=WEEKLY;BYDAY=' || substr('MOTUWETHFR', 1 + 2 * (id % 5), 2), '${startDate}', printf('%02d:00', 9 + id % 9), 120, 12000,
        '${AT}', '${AT}' from clients;
    commit;`);
  sqlite.close();
}

/** Counts the visits of all plans. */
function countVisits(file: string): number {
  const sqlite = new Database(file, { readonly: true });
  const visits = sqlite.prepare<[], number>('select count(*) from work_orders where plan_id is not null').pluck().get();
  sqlite.close();
  return visits ?? 0;
}

/** Generates the visits of 500 plans with the settings of a new company, and asks for the health of the server all the while. */
export async function planVisits(): Promise<void> {
  const house = new LoadHouse();
  await house.start();
  const owner = await house.signIn();
  await new Promise((done) => setTimeout(done, SETTLED_MS));
  const today = businessDay(new Date());
  addPlans(house.file, today);
  const waits: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(house.origin + HEALTH)).text();
      waits.push(performance.now() - startedAt);
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  })();
  const [startedAt, cpuBefore] = [performance.now(), house.cpuSeconds];
  const { status } = await postJson(`${house.origin}/trpc/plans.generate`, {}, owner);
  const [ms, cpu] = [performance.now() - startedAt, house.cpuSeconds - cpuBefore];
  isOver = true;
  await asking;
  const visits = countVisits(house.file);
  const isComplete = status === 200 && visits === countWorkdays(today) * (PLANS / 5);
  tell(
    `${PLANS} plans`,
    `${visits.toLocaleString('en-CA')} visits in ${ms.toFixed(0)} ms, ${cpu.toFixed(2)} s of the processor`,
    isComplete && ms <= MOST_MS,
  );
  const slowest = Math.max(...waits);
  tell('  health meanwhile', `slowest ${slowest.toFixed(0)} ms`, slowest <= MOST_STALL_MS);
  await house.stop();
  house.remove();
}

/** Counts the days from Monday to Friday for which visits are generated. */
function countWorkdays(today: string): number {
  const days = Array.from({ length: GENERATED_DAYS + 1 }, (_, ahead) => addDays(today, ahead));
  return days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay())).length;
}
