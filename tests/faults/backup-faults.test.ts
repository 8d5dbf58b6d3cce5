import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { thinBackups } from '../../db/backup-folder';
import { backupDb, restoreDb } from '../../db/client';
import { rehearseRestore } from '../../db/drill';
import { DataFolder, now, sha } from '../support/data-folder';
import { becomeFolder, becomeForeign, faultOf, withoutRenaming } from '../support/faulty-disk';

const data = new DataFolder();
const backups = () =>
  readdirSync(data.inside('backups'))
    .filter((name) => !name.endsWith('.sha256'))
    .sort();

describe('backups, restores and rehearsals', () => {
  test.each([
    ['empty', (name: string) => writeFileSync(name, ''), /is empty/],
    ["another program's", becomeForeign, /another program/],
    ['cut short', (name: string) => writeFileSync(name, readFileSync(name).subarray(0, 20_000)), /its end is missing/],
    ['a folder', becomeFolder, /cannot be used \(EISDIR\)/],
  ])('refuse to back up %s, by its own name, and write nothing', (_what, spoil, words) => {
    data.make();
    spoil(data.file);
    const backUp = () => backupDb(data.file, data.inside('backups'), { now });
    expect(backUp).toThrow(expect.objectContaining({ exitCode: 78, message: expect.stringMatching(words) }));
    expect(backUp).toThrow(data.file);
    expect(backUp).not.toThrow('.part');
    expect(existsSync(data.inside('backups'))).toBe(false);
  });
  test('name the folder that accepts no backups, or that cannot have a database', () => {
    data.make();
    const file = path.join(data.outside, 'away', 'file');
    const backup = backupDb(data.file, path.dirname(file), { now });
    writeFileSync(file, '');
    const refused = (words: string) => expect.objectContaining({ exitCode: 78, message: expect.stringContaining(words) });
    expect(() => backupDb(data.file, file, { now })).toThrow(refused(`The folder ${file} cannot be used (EEXIST).`));
    expect(() => rehearseRestore(backup, { inside: file, now })).toThrow(refused(`The folder ${file} cannot be used (EEXIST).`));
    expect(() => restoreDb(backup, path.join(file, 'tidyline.db'), { now })).toThrow(refused('tidyline.db cannot be used (EEXIST).'));
  });
  test('rehearse in a folder that is removed afterwards, or a day later after a kill', async () => {
    data.make();
    const folder = data.inside('backups');
    const backup = backupDb(data.file, folder, { now });
    const present = backups();
    expect(rehearseRestore(backup, { inside: folder, now }).findings).toContainEqual({
      name: 'integrity_check',
      isGood: true,
      found: 'ok',
    });
    expect(backups()).toEqual(present);
    expect(() => rehearseRestore(path.join(folder, 'none.db'), { inside: folder, now })).toThrow('There is no file');
    for (const [name, hours] of [
      ['rehearsal-old', 25],
      ['rehearsal-new', 23],
    ] as const) {
      mkdirSync(path.join(folder, name));
      writeFileSync(path.join(folder, name, 'tidyline.db'), '');
      const at = new Date(now().getTime() - hours * 3_600_000);
      utimesSync(path.join(folder, name), at, at);
    }
    expect(await thinBackups(folder, now())).toEqual([]);
    expect(backups()).toEqual([...present, 'rehearsal-new']);
    // Removes every trace of the earlier database.
    for (const name of readdirSync(path.dirname(data.file)).filter((entry) => entry !== 'backups')) rmSync(data.inside(name));
    for (const name of readdirSync(folder).filter((entry) => entry !== 'rehearsal-new')) rmSync(path.join(folder, name));
    expect(data.openWith().created).toBe(true);
  });
  test.each([
    ['the disk is full', faultOf('ENOSPC')],
    ['the disk refuses', faultOf('EROFS')],
    ['the fault is ours', new TypeError('undefined is not a backup')],
  ])('do not blame the backup when %s', (_what, fault) => {
    data.make();
    const backup = backupDb(data.file, data.inside('backups'), { now });
    const inside = path.join(data.outside, 'away');
    const rehearse = () =>
      withoutRenaming(
        () => true,
        fault,
        () => rehearseRestore(backup, { inside, now }),
      );
    expect(rehearse).toThrow(expect.objectContaining({ exitCode: 78, cause: fault }));
    expect(readdirSync(inside)).toEqual([]);
  });
  test.each([
    ['the database cannot be set aside', (to: string) => to.includes('.before-')],
    ['its log cannot be set aside', (to: string) => to.endsWith('-wal')],
    ['the backup cannot take its place', (to: string) => to === data.file],
  ])('put everything back when %s', (_what, isRefused) => {
    data.make();
    const backup = backupDb(data.file, data.inside('backups'), { now });
    writeFileSync(`${data.file}-wal`, 'stray');
    const before = [sha(data.file), readdirSync(path.dirname(data.file)).sort()];
    let times = 0;
    const restore = () =>
      withoutRenaming(
        (to) => isRefused(to) && times++ === 0,
        faultOf('EIO'),
        () => restoreDb(backup, data.file, { now }),
      );
    expect(restore).toThrow(
      expect.objectContaining({ exitCode: 78, message: `The database ${data.file} cannot be used (EIO). Nothing was changed.` }),
    );
    expect([sha(data.file), readdirSync(path.dirname(data.file)).sort()]).toEqual(before);
  });
  test('name the files that were set aside when they cannot be put back', () => {
    data.make();
    const backup = backupDb(data.file, data.inside('backups'), { now });
    const restore = () =>
      withoutRenaming(
        (to) => to === data.file,
        faultOf('EIO'),
        () => restoreDb(backup, data.file, { now }),
      );
    const aside = `${data.file}.before-20261120T200000Z`;
    expect(restore).toThrow(
      expect.objectContaining({
        exitCode: 78,
        message: `The database ${data.file} was set aside as ${aside} and could not be put back (EIO). Please rename it.`,
      }),
    );
    expect(existsSync(aside)).toBe(true);
  });
  test("leave no file when a backup's name or checksum cannot be written, and name the folder", () => {
    data.make();
    const folder = data.inside('backups');
    for (const ending of ['Z.db', '.sha256']) {
      const backUp = () =>
        withoutRenaming(
          (to) => to.endsWith(ending),
          faultOf('ENOSPC'),
          () => backupDb(data.file, folder, { now }),
        );
      expect(backUp).toThrow(expect.objectContaining({ exitCode: 78, message: expect.stringContaining(`for ${folder} (ENOSPC)`) }));
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});
