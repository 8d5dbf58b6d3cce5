import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { extractValues, findFalseFact } from '../../src/server/drafts/facts';
import { readEnv } from '../../src/server/env';
import { editDraft, writeDraft } from '../../src/server/mail/drafts';
import { LanguageModel, readLanguageModel } from '../../src/server/providers/language-model';
import { openShop } from '../support/shop';

const EMAIL = 'maria@example.com';
const KEY = 'secret-key-of-the-model';
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

type Asked = {
  url: string | undefined;
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[] };
};
type Words = { subject: string; body: string };

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** Opens a shop with one draft and a model that receives the draft's words and returns what `say` makes of them. */
async function openWithModel(say: (words: Words, asked: Asked) => unknown, { timeoutMs = 2000 } = {}) {
  const asked: Asked[] = [];
  const url = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const call = { url: request.url, authorization: request.headers.authorization, body };
      asked.push(call);
      const content = say(JSON.parse(body.messages.at(-1).content), call);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
    });
  });
  return { ...(await openWith(url, timeoutMs)), asked };
}

async function openWith(url: string, timeoutMs = 2000) {
  const shop = openShop({ languageModel: new LanguageModel(url, KEY, 'small-model', timeoutMs) });
  await shop.admin.consents.record({ email: EMAIL, source: 'fair' });
  writeDraft(shop.ctx, {
    purpose: 'lead-stale-quote',
    to: EMAIL,
    values: {
      customerName: 'Maria Santos',
      serviceType: 'residential',
      askedOn: 'Friday, November 20, 2026',
      bookingLink: 'http://shop.test/appointments?ref=12',
    },
    relatedType: null,
    relatedId: null,
    dedupeKey: '1',
  });
  const before = (await shop.admin.mail.list({})).rows[0];
  return { shop, before, rewrite: () => shop.admin.drafts.rewrite({ id: 1 }) };
}

const change = (from: string | RegExp, to: string) => (words: Words) => JSON.stringify({ ...words, body: words.body.replace(from, to) });
/** Returns the draft with other words in place of one sentence. */
const saying = (words: string) => change('We would still like to help.', words);
const friendly = saying('We would love to help you get it done.');

describe('a draft that a language model rewrites', () => {
  test('gets the new words when they state the same facts, and still waits for approval', async () => {
    const { rewrite, asked, shop } = await openWithModel(friendly);
    expect(await shop.admin.drafts.rewriting()).toEqual({ isAvailable: true });
    const answer = await rewrite();
    expect(answer).toMatchObject({ isRewritten: true, reason: null, message: { status: 'draft' } });
    expect(answer.message.body).toContain('We would love to help you get it done.');
    expect(asked).toMatchObject([{ url: '/v1/chat/completions', authorization: `Bearer ${KEY}`, body: { model: 'small-model' } }]);
    expect(JSON.stringify(asked[0]?.body)).not.toContain(KEY);
  });

  test('may state facts as a person would', async () => {
    const { rewrite } = await openWithModel((words) =>
      JSON.stringify({
        ...words,
        body: words.body
          .replace(
            'you asked us about residential cleaning, and nothing is planned yet.',
            'you asked us about residential cleaning, and we notice that nothing is planned yet.',
          )
          .replace('We would still like to help.', 'We’d still love to lend a hand.')
          .replace('Pick a time that suits you:', 'Simply choose whatever time works for you:')
          .replace(
            'If something is unclear, just answer this message or call',
            'Should anything be unclear, please reply to this message or give us a call at',
          )
          .replace('We are happy to go through it with you.', 'It would be our pleasure to talk it through together.'),
      }),
    );
    expect(await rewrite()).toMatchObject({ isRewritten: true, reason: null });
  });

  test('may come in the marks that models like', async () => {
    const { rewrite } = await openWithModel((words) => `Sure! Here it is:\n\`\`\`json\n${friendly(words)}\n\`\`\``);
    expect(await rewrite()).toMatchObject({ isRewritten: true });
  });

  const MORE = 'It says more than the message did.';
  type Case = [what: string, say: (words: Words) => unknown, reason: string];
  test.each<Case>([
    ['a new price', saying('It is only $99.'), 'It added “$99”.'],
    ['a discount', saying('We give you 10% off.'), 'It added “10%”.'],
    ['something free', saying('The first hour is free.'), 'It added “free”.'],
    ['another date', change('November 20', 'November 21'), 'It left out “Friday, November 20, 2026”.'],
    ['another weekday', saying('We could come on Monday.'), 'It added “Monday”.'],
    ['another day in words', saying('We could come tomorrow.'), 'It added “tomorrow”.'],
    ['another link', change('?ref=12', '?ref=13'), 'It left out “http://shop.test/appointments?ref=12”.'],
    ['a further link', saying('See evil.example/win.'), 'It added “evil.example/win”.'],
    ['another address', saying('Write to me@evil.example.'), 'It added “me@evil.example”.'],
    ['another phone number', change(/\(250\) 555-0142/g, '(250) 555-0199'), 'It left out “(250) 555-0142”.'],
    ['another name', change('Maria Santos', 'Maria Sanchez'), 'It left out “Maria Santos”.'],
    ['a colleague', saying('Our cleaner Dee would like to help.'), 'It added “Dee”.'],
    ['another service', change(/residential/g, 'deep'), 'It left out “residential”.'],
    ['no signature', change(/Sage & Pine Cleaning/g, 'We'), 'It left out “Sage & Pine Cleaning”.'],
    [
      'a person who is sorry, and a gift',
      saying('Sandra is sorry that nobody called. Your visit is on us, at no charge.'),
      'It added “sorry”.',
    ],
    ['a person at the start of a sentence', saying('Sandra would still like to help.'), 'It added “Sandra”.'],
    ['a gift in other words', saying('Your visit is on us.'), 'It added “on us”.'],
    ['no charge', saying('We come at no charge.'), 'It added “no charge”.'],
    ['a warranty', saying('It comes with a warranty.'), 'It added “warranty”.'],
    ['more to say', saying('We would still like to help. We are near. We like your place.'), MORE],
    ...[
      'Our award-winning, police-checked crew uses only organic products.',
      'We cut our prices this season.',
      'The next visit costs you nothing.',
      'You agreed to keep your weekly plan with our new crew.',
    ].map((claim) => [`“${claim}” as well`, saying(`We would still like to help. ${claim}`), MORE] as Case),
    ['awards', saying('Our award-winning, police-checked crew uses only organic products.'), 'It added “award”.'],
    ['lower prices', saying('We cut our prices this season.'), 'It added “cut”.'],
    ['another visit', saying('The next visit costs you.'), 'It added “next”.'],
    ['an agreement', saying('You agreed to keep your weekly plan with our new crew.'), 'It added “agreed”.'],
    ['a promise', saying('We’ll come and help.'), 'It added “We’ll”.'],
    ['a not', saying('We would still not like to help.'), 'It says “not” more or less often than the message did.'],
    ['a not in short', saying('We wouldn’t like to help.'), 'It says “not” more or less often than the message did.'],
    ['a number in words', saying('We have three people for you.'), 'It added “three”.'],
    ['no message', () => 'I cannot do that.', 'The language model returned no message.'],
    ['a blank one', () => JSON.stringify({ subject: '', body: '' }), 'The language model returned no message.'],
    [
      'a header in the subject',
      (words) => JSON.stringify({ ...words, subject: 'Hi\nBcc: a@b.ca' }),
      'The language model returned no message.',
    ],
    ['no text at all', () => 7, 'The language model does not answer right now.'],
  ])('keeps its own words when the answer has %s, and says so', async (_what, say, reason) => {
    const { rewrite, before, shop } = await openWithModel(say);
    expect(await rewrite()).toMatchObject({ isRewritten: false, reason, message: { subject: before?.subject, body: before?.body } });
    expect((await shop.admin.mail.list({})).rows).toEqual([before]);
  });

  test.each<[string, RequestListener]>([
    ['fails', (_request, response) => response.writeHead(500).end('{}')],
    ['never answers', () => undefined],
    ['stops in the middle', (_request, response) => void response.writeHead(200).write('{"choices":')],
    ['hangs up', (request) => request.socket.destroy()],
    ['sends us elsewhere', (_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
    ['answers with a page', (_request, response) => response.end('<html>')],
    [
      'answers without end',
      (_request, response) => {
        response.on('drain', () => response.write(' '.repeat(65_536)));
        response.write(' '.repeat(1_000_000));
      },
    ],
  ])('keeps its own words when the model %s', async (_what, answer) => {
    const { rewrite, before } = await openWith(await listen(answer), 300);
    expect(await rewrite()).toMatchObject({
      isRewritten: false,
      reason: 'The language model does not answer right now.',
      message: { body: before?.body },
    });
  });

  test('keeps its own words when the answer is far too long, without waiting for its end', async () => {
    const { rewrite } = await openWithModel(() => 'x'.repeat(1_000_000), { timeoutMs: 20_000 });
    expect(await rewrite()).toMatchObject({ isRewritten: false, reason: 'The language model does not answer right now.' });
  });

  test('keeps what the owner wrote meanwhile', async () => {
    const opened = await openWithModel((words) => {
      editDraft(opened.shop.ctx, { id: 1, subject: 'Mine', body: 'My own words.' });
      return friendly(words);
    });
    expect(await opened.rewrite()).toMatchObject({
      isRewritten: false,
      reason: 'The draft was changed in the meantime.',
      message: { subject: 'Mine' },
    });
  });

  test('stays as it is when it was decided meanwhile', async () => {
    const opened = await openWithModel((words) => {
      opened.shop.db.$client.prepare("update outbox set status = 'sent'").run();
      return friendly(words);
    });
    await expect(opened.rewrite()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await opened.shop.admin.mail.list({})).rows[0]?.body).toBe(opened.before?.body);
  });
});

describe('without a language model', () => {
  test('no button is shown, and the call is rejected', async () => {
    const shop = openShop();
    await shop.admin.consents.record({ email: EMAIL, source: 'fair' });
    const values = { customerName: 'M', lastVisit: 'x', bookingLink: 'y' };
    writeDraft(shop.ctx, { purpose: 'lead-lapsed', to: EMAIL, values, relatedType: null, relatedId: null, dedupeKey: '1' });
    expect(await shop.admin.drafts.rewriting()).toEqual({ isAvailable: false });
    await expect(shop.admin.drafts.rewrite({ id: 1 })).rejects.toMatchObject({ code: 'CONFLICT', message: 'No language model is set up.' });
  });
  test('address, key and name are all required', () => {
    const full = { LLM_URL: 'https://llm.example/v1', LLM_KEY: KEY, LLM_MODEL: 'small-model' };
    expect(readLanguageModel(readEnv(full))).toMatchObject({ url: full.LLM_URL, model: 'small-model' });
    for (const name of Object.keys(full)) expect(readLanguageModel(readEnv({ ...full, [name]: '' }))).toBeUndefined();
    expect(() => readEnv({ ...full, LLM_KEY: 'a b' })).toThrow('LLM_KEY needs plain characters without spaces');
    expect(() => readEnv({ ...full, LLM_URL: 'file:///etc/passwd' })).toThrow('LLM_URL');
  });
});

describe('facts', () => {
  const of = (body: string) => ({ subject: 'S', body });
  test.each<[string, string, string | null]>([
    ['It costs $214.20.', 'That would cost $214.20!', null],
    ['It costs $214.20.', 'The price is $214.20!', 'It added “price”.'],
    ['It costs $214.20.', 'It costs $214.2.', 'It left out “$214.20”.'],
    ['It costs $214.20.', 'It costs 214.20.', 'It left out “$214.20”.'],
    ['See https://a.ca/x.', 'Look at https://a.ca/x, please.', null],
    ['Hello 김민지,\n\nhi.', 'Hello 김민수,\n\nhi.', 'It left out “김민지”.'],
    ['Hello Maria,\n\n2 × Glass cleaner, 1 L', 'Hello Maria,\n\nGlass cleaner 1 L × 2', 'It left out “2 × Glass cleaner, 1 L”.'],
    ['We hope all is well.', 'I hope that I find you well.', null],
    ['We hope all is well.', 'Well, we’d hope that all is well!', null],
    ['We hope all is well.', 'Don’t rush! We’d hope that all is well.', 'It says more than the message did.'],
    ['We cleaned and plan more.', 'We have planned more cleaning for you.', null],
    ['It is not right.', 'It’s right.', 'It says “not” more or less often than the message did.'],
    ['It is not right.', 'It isn’t right.', null],
    ['We hope all is well.', 'Crews hope all is well.', 'It added “Crews”.'],
    ['We hope all is well. Talk to us first.', 'We hope all is well. Talk to us.', null],
    ['Come at 10:00 a.m.', 'Come at 10:30 a.m.', 'It left out “10:00 a.m”.'],
  ])('reads %j as %j', (before, after, reason) => {
    expect(findFalseFact(of(before), of(after), [])).toBe(reason);
  });

  test('are those of the template while the text is unchanged', () => {
    expect(extractValues('Hello {{name}},\n\nsee {{link}} on {{day}}.\n\n{{end}}', 'Hello Ann Lee,\n\nsee a on b.\n\nBye\nX\n')).toEqual([
      'Ann Lee',
      'a',
      'b',
      'Bye\nX',
    ]);
    expect(extractValues('Hello {{name}}, bye', 'Hi Ann')).toEqual([]);
    expect(extractValues('No variables', 'No variables\n')).toEqual([]);
  });
});
