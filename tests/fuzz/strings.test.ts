import PostalMime from 'postal-mime';
import { afterAll, describe, expect, test } from 'vitest';
import { LINES } from '../support/hostile';
import { everyNth, patience, tell } from '../support/length';
import { openCompany } from './company';
import { at, placesIn, replaced, someOf } from './inputs';
import { judgeDatabase, judgeRequest, summarize, undone } from './judge';
import { restTargets, trpcTargets } from './targets';

const company = await openCompany();
const sqlite = company.shop.db.$client;
const WRITES = [...trpcTargets(company), ...restTargets(company)].filter(({ isWrite, cost }) => isWrite && cost === 1);
afterAll(() => {
  company.close();
  tell(`Hostile words: ${summarize()}.`);
});
const oneSpace = (text: string) => text.replace(/\s+/g, ' ');
const TIME = { timeout: patience(60_000, 600_000) };

/** Every place of every call that takes words, and says them again where it succeeds. */
async function findWords() {
  const found = [];
  for (const target of WRITES)
    for (const place of placesIn(target.sample)) {
      if (typeof at(target.sample, place) !== 'string') continue;
      const mark = 'Quokka Ltd';
      const { status, told } = await undone(company, () =>
        judgeRequest(company, target.name, target.call(replaced(target.sample, place, mark))),
      );
      if (status < 300) found.push({ target, place, isTold: told.includes(mark) });
    }
  return found;
}
const words = await findWords();

/** The mails that a call wrote, as a mail program reads them. */
async function messagesAfter(id: number) {
  const rows = sqlite
    .prepare<[number], { id: number; to: string; subject: string; body: string }>(
      'select id, "to", subject, body from outbox where channel = \'email\' and id > ?',
    )
    .all(id);
  return Promise.all(
    rows.map(async (row) => {
      const request = new Request(`http://shop.test/documents/message/${row.id}.eml`, { headers: company.headers.admin });
      return { row, mail: await PostalMime.parse(await (await company.app.request(request)).arrayBuffer()) };
    }),
  );
}
const newest = () => sqlite.prepare<[], number>('select coalesce(max(id), 0) from outbox').pluck().get() ?? 0;

describe('text that looks dangerous', () => {
  test('is accepted by many calls', () => {
    expect(words.length).toBeGreaterThan(60);
    expect(words.filter(({ isTold }) => isTold).length).toBeGreaterThan(40);
  });

  test('returns byte for byte, and adds no recipient or header to a message', TIME, async () => {
    let messages = 0;
    for (const [turn, { target, place, isTold }] of everyNth(3, words).entries())
      for (const line of someOf(LINES, 1, turn)) {
        const where = `${target.name} ${place.join('.')} = ${line}`;
        await undone(company, async () => {
          const before = newest();
          const { status, told } = await judgeRequest(company, target.name, target.call(replaced(target.sample, place, line)));
          if (status >= 300) return;
          judgeDatabase(company);
          // The response was read as bytes: decode it, and fold the spaces of single-line values.
          const answer = oneSpace(Buffer.from(told, 'latin1').toString());
          if (isTold) expect(answer, where).toContain(oneSpace(JSON.stringify(line).slice(1, -1)));
          for (const { row, mail } of await messagesAfter(before)) {
            messages += 1;
            expect([mail.to?.map(({ address }) => address), mail.cc, mail.bcc, mail.replyTo?.length ?? 0], where).toEqual([
              [row.to],
              undefined,
              undefined,
              expect.toBeOneOf([0, 1]),
            ]);
            expect(mail.subject, where).toBe(row.subject.trim());
            expect(
              mail.headers.map(({ key }) => key).filter((key) => !HEADERS.test(key)),
              where,
            ).toEqual([]);
          }
        });
      }
    expect(messages).toBeGreaterThan(5);
  });
});

/** The headers that a message of ours may have. */
const HEADERS =
  /^(from|to|reply-to|subject|message-id|date|mime-version|content-type|content-transfer-encoding|list-unsubscribe|list-unsubscribe-post|auto-submitted|x-[\w-]+)$/;
