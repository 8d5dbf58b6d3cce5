import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { and, eq, lte, min } from 'drizzle-orm';
import type { Logger } from 'pino';
import { getBackupFolder, lastBackup } from '../../../db/backup-folder';
import type { Db } from '../../../db/client';
import { findReplacedFiles } from '../../../db/file-watch';
import { outbox } from '../../../db/schema';
import { getSoundness, type Soundness } from '../../../db/start-check';
import { probeWrite } from '../../../db/write-probe';
import { isOverdue } from '../../shared/backups';
import { DECISIVE_CHECKS, type DecisiveCheck, LEAST_FREE_BYTES, type ReadinessAnswer, type ReadinessChecks } from '../../shared/readiness';
import { businessTime } from '../../shared/time';
import type { Live } from '../live';

type Deps = { db: Db; now: () => Date; live: Live; log: Logger };
/** Checks that cost time: made when asked, but at most once per interval. */
type Costly = Pick<ReadinessChecks, 'writes' | 'disk' | 'backup' | 'eventLoop'>;
const COSTLY_EVERY_MS = 30_000;

const LOOP_RESOLUTION_MS = 20;
let loop: IntervalHistogram | undefined;
/** Returns the 99th percentile of the event loop's delay since the last call, in ms. */
function eventLoopP99(): number {
  loop ??= monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  // The histogram measures from tick to tick, so an idle process shows the resolution itself.
  const late = loop.count === 0 ? 0 : Math.max(0, loop.percentile(99) / 1e6 - LOOP_RESOLUTION_MS);
  loop.reset();
  return Math.round(late);
}

/** Instants around the change of British Columbia's clock with the local time. A Node without time zone data shows another. */
const CLOCK: [instant: string, shown: string][] = [
  ['2025-11-02T09:30:00.000Z', '01:30'],
  ['2026-03-08T09:59:00.000Z', '01:59'],
  ['2026-11-01T09:00:00.000Z', '02:00'],
];

const findErrorCode = (error: unknown): string => (error as { code?: string }).code ?? (error instanceof Error ? error.name : 'unknown');

/** Decides if this process should receive work. Logs each change once. */
export class Readiness {
  readonly #deps: Deps;
  #costly: { at: number; found: Promise<Costly> } | undefined;
  #failing = '';

  constructor(deps: Deps) {
    this.#deps = deps;
    eventLoopP99();
  }

  async check(): Promise<Required<ReadinessAnswer>> {
    const isStopping = this.#deps.live.isClosed;
    // The database is already closed while the process stops.
    const costly = isStopping && this.#costly ? await this.#costly.found : await this.#lookAround();
    const checks: ReadinessChecks = {
      ...this.#askDatabase(),
      ...costly,
      ...this.#findReplacedFiles(),
      running: { isOk: !isStopping },
      timeZone: { isOk: CLOCK.every(([instant, shown]) => businessTime(instant) === shown) },
    };
    const failing = DECISIVE_CHECKS.filter((name) => !checks[name].isOk);
    this.#noteChange(failing, checks);
    return { status: failing.length === 0 ? 'ready' : 'degraded', checks };
  }

  #askDatabase(): Pick<ReadinessChecks, 'database' | 'outbox'> {
    const { db, now } = this.#deps;
    try {
      const at = now();
      const since = db
        .select({ since: min(outbox.nextAttemptAt) })
        .from(outbox)
        .where(and(eq(outbox.status, 'queued'), lte(outbox.nextAttemptAt, at.toISOString())))
        .get()?.since;
      const lag = since ? Math.round((at.getTime() - Date.parse(since)) / 1000) : 0;
      return { database: judge(getSoundness(db.$client)), outbox: { lagSeconds: lag } };
    } catch {
      return { database: { isOk: false }, outbox: { lagSeconds: 0 } };
    }
  }

  /** Reports writes as failing when the database files were deleted or replaced: they would be lost when the process ends. */
  #findReplacedFiles(): Partial<Pick<ReadinessChecks, 'writes'>> {
    return findReplacedFiles(this.#deps.db.$client).length > 0 ? { writes: { isOk: false, fault: 'FILES_REPLACED' } } : {};
  }

  #lookAround(): Promise<Costly> {
    const at = this.#deps.now().getTime();
    if (!this.#costly || Math.abs(at - this.#costly.at) >= COSTLY_EVERY_MS) this.#costly = { at, found: this.#lookAroundNow() };
    return this.#costly.found;
  }

  async #lookAroundNow(): Promise<Costly> {
    const { db, now } = this.#deps;
    const folder = getBackupFolder(db.$client);
    return {
      writes: tryWrite(db),
      backup: folder === undefined ? { isOk: true, lastAt: null } : lookAtBackups(db, folder, now()),
      eventLoop: { p99Ms: eventLoopP99() },
      disk: folder === undefined ? { isOk: true, freeBytes: null } : await measureDisk(path.dirname(folder)),
    };
  }

  #noteChange(failing: DecisiveCheck[], checks: ReadinessChecks): void {
    const names = failing.join();
    if (names === this.#failing) return;
    this.#failing = names;
    const { log } = this.#deps;
    if (failing.length === 0) log.info({ evt: 'readiness.back' }, 'ready again');
    else
      log.error({ evt: 'readiness.lost', failing: Object.fromEntries(failing.map((name) => [name, checks[name]])) }, 'not ready for work');
  }
}

const judge = (soundness: Soundness): ReadinessChecks['database'] =>
  soundness === 'sound' ? { isOk: true } : { isOk: false, fault: soundness === 'unchecked' ? 'UNCHECKED' : 'DAMAGED' };

function tryWrite(db: Db): Costly['writes'] {
  try {
    probeWrite(db.$client);
    return { isOk: true, fault: null };
  } catch (error) {
    return { isOk: false, fault: findErrorCode(error) };
  }
}

function lookAtBackups(db: Db, folder: string, now: Date): Costly['backup'] {
  try {
    const { at, ageMs } = lastBackup(db.$client, folder, now);
    return { isOk: !isOverdue(ageMs), lastAt: at };
  } catch {
    return { isOk: false, lastAt: null };
  }
}

async function measureDisk(folder: string): Promise<Costly['disk']> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return { isOk: bavail * bsize >= LEAST_FREE_BYTES, freeBytes: bavail * bsize };
  } catch {
    return { isOk: false, freeBytes: null };
  }
}
