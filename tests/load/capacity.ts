import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { closeDb, type Db, openDb } from '../../db/client';
import { listSlotsFor } from '../../src/server/calendar/bookings';
import type { Ctx } from '../../src/server/context';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { tell } from './report';
import { percentile } from './traffic';

const [MEMBERS, JOBS, DAYS, ROUNDS, MOST_MS] = [60, 100_000, 30, 30, 20];
const AT = '2026-01-01T00:00:00.000Z';
const numbers = (count: number) => `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;

/** Fills a database with members who have hours and days off, and with jobs from four years ago to half a year ahead. */
const fill = (db: Db, today: string) =>
  db.$client.exec(`begin;
    insert into clients (name, email, phone, address, created_at) values ('Client', 'client@example.com', '250-555-0100', '1 Main St', '${AT}');
    ${numbers(MEMBERS)} insert into team_members (employee_id, password_hash, first_name, last_name, email, phone, hire_date, created_at, updated_at)
      select 'E-' || n, 'x', 'Member', n, 'member' || n || '@example.com', '250-555-0100', '2022-01-01', '${AT}', '${AT}' from numbers;
    insert into member_hours (team_member_id, weekday, opens, closes)
      select id, weekday, opens, closes from team_members,
        (select 1 weekday union all select 2 union all select 3 union all select 4 union all select 5),
        (select '08:00' opens, '12:00' closes union all select '12:30', '20:00') where id % 3 > 0;
    insert into time_off (team_member_id, start_date, end_date, status, created_at)
      select id, date('${today}', (id % 40) || ' days'), date('${today}', (id % 40 + 3) || ' days'), 'approved', '${AT}' from team_members;
    ${numbers(JOBS)} insert into work_orders (work_order_id, client_id, service_type, scheduled_date, completed_date, assigned_team_member_id, status, priority,
        estimated_duration, crew_size, created_at, updated_at)
      select 'WO-' || n, 1, 'residential', at, iif(at < '${today}', at, null), 1 + n % ${MEMBERS}, iif(at < '${today}', 'completed', 'assigned'), 'medium',
        60 + n % 4 * 30, 1 + (n % 10 = 0), '${AT}', '${AT}'
      from (select n, strftime('%Y-%m-%dT%H:%M:%fZ', '${today}', (n % 1640 - 1460) || ' days', (15 + n % 12) || ' hours', (n % 4 * 15) || ' minutes') as at from numbers);
    insert into work_order_assignments (work_order_id, team_member_id, is_lead, assigned_at, status, created_at)
      select id, assigned_team_member_id, 1, '${AT}', iif(status = 'completed', 'completed', 'accepted'), '${AT}' from work_orders;
    insert into settings (key, value, updated_at) values ('capacityFrom', '"crew"', '${AT}'), ('slotCapacity', '60', '${AT}');
    commit; analyze;`);

/** Measures the slots of a month that visitors are shown while people limit bookings. */
export function capacity(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-capacity-'));
  const now = new Date();
  const { db } = openDb(path.join(folder, 'tidyline.db'), { now: () => now });
  const today = businessDay(now);
  fill(db, today);
  const ctx = { db, now: () => now, actor: { kind: 'visitor' } } as Ctx;
  const days = Array.from({ length: DAYS }, (_, day) => addDays(today, day));
  const readMonth = () => days.flatMap((date) => listSlotsFor(ctx, { date, limit: 100 }).rows);
  readMonth();
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now();
    readMonth();
    return performance.now() - startedAt;
  });
  const ms = percentile(times, 0.5);
  tell(`slots of ${DAYS} days with ${MEMBERS} members and ${JOBS.toLocaleString('en-CA')} jobs`, `${ms.toFixed(1)} ms`, ms <= MOST_MS);
  closeDb(db);
  rmSync(folder, { recursive: true });
}
