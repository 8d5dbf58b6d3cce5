import { expect, test } from 'vitest';
import { tell } from '../support/length';
import { onThisMachine } from '../support/pace';
import { ServerHouse } from '../support/server-process';
import { missingOf, NO_FAULTS, nothingPromised, readBusiness, restock, storm } from '../support/storm';

const house = new ServerHouse();

test.each([
  ['uncaughtException', 'setImmediate(() => { throw new Error("a fault of ours") })'],
  ['unhandledRejection', 'Promise.reject(new Error("a fault of ours"))'],
])(
  'an uncaught error (%s) is logged and ends the process at once, leaves no request half done, and the next start works',
  {
    timeout: 60_000,
  },
  async (evt, fault) => {
    await (await house.start()).stop();
    restock(house.file);
    const preload = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${fault}; })`)}`;
    const server = await house.start({}, { with: ['--import', preload] });
    restock(house.file);
    const token = await server.logIn();
    const promised = await storm(server.origin, {
      count: 400,
      atOnce: 16,
      token,
      onAcknowledged: (count) => count === 40 && server.child.kill('SIGUSR2'),
    });
    expect(await server.ended).toEqual({ code: 1, signal: null });
    const last = JSON.parse(server.stdout.trim().split('\n').at(-1) ?? '');
    expect(last).toMatchObject({ level: 60, evt, fault: { name: 'Error', message: 'a fault of ours' } });

    const startedAt = performance.now();
    const again = await house.start();
    const ms = performance.now() - startedAt;
    expect(ms).toBeLessThan(onThisMachine(3000));
    await again.stop();
    const { faults, ...found } = readBusiness(house.file);
    expect(faults).toEqual(NO_FAULTS);
    expect(missingOf(promised, found)).toEqual(nothingPromised());
    tell(
      `${evt}: logged as fatal, exit 1, ${Object.values(promised).flat().length} rows acknowledged, 0 lost, restart in ${Math.round(ms)} ms`,
    );
  },
);
