import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLEANING_TIPS } from '../../src/shared/cleaning-tips';
import { CONTENT_REQUIRED, countCharacters, MAX_POST_LENGTH, SAMPLE_FIGURES } from '../../src/shared/social';
import { postInput, postListInput, postNowInput } from '../../src/shared/social-schemas';

const messageOf = (content: unknown) => postInput.safeParse({ content }).error?.issues[0]?.message;

describe('characters of a post', () => {
  test.each([
    ['', 0],
    ['   \n ', 0],
    ['Clean', 5],
    [' Clean ', 5],
    ['🧽', 1],
    ['👨‍👩‍👧‍👦', 1],
    ['e\u0301', 1],
    ['🇨🇦', 1],
    ['a\r\nb', 3],
  ])('%j has %i, as a person counts', (text, characters) => expect(countCharacters(text)).toBe(characters));

  test('are at most 280, whatever they are made of', () => {
    for (const character of ['a', 'é', '🧽', '👨‍👩‍👧‍👦', '🇨🇦']) {
      expect(messageOf(character.repeat(MAX_POST_LENGTH))).toBeUndefined();
      expect(messageOf(character.repeat(MAX_POST_LENGTH + 1))).toBe('Please keep this to 280 characters.');
    }
    expect(messageOf(`a${'\u0301'.repeat(5000)}`)).toBe('Please keep this to 280 characters.');
  });
  test('are required', () => {
    for (const content of [undefined, null, '', ' ', '\n\t']) expect(messageOf(content)).toBe(CONTENT_REQUIRED);
    expect(CONTENT_REQUIRED).toBe('Content Required: Please enter content for your post.');
    for (const content of [5, {}, 'bell \u0007', 'half \ud83e']) expect(messageOf(content)).toMatch(/^Please (enter|use ordinary) text/);
  });
  test('are stored without surrounding blanks, and still fit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 320 }), (content) => {
        const taken = postInput.safeParse({ content });
        if (!taken.success) return;
        expect(countCharacters(taken.data.content)).toBeLessThanOrEqual(MAX_POST_LENGTH);
        expect(postInput.parse({ content: taken.data.content }).content).toBe(taken.data.content);
      }),
    );
  });
});

describe('the input of a call about posts', () => {
  test.each([
    [{ from: '2026-11-01' }],
    [{ to: '2026-11-01' }],
    [{ from: '2026-11-02', to: '2026-11-01' }],
    [{ from: '2026-01-01', to: '2026-04-01' }],
    [{ from: '2026-02-30', to: '2026-03-01' }],
    [{ view: 'lost' }],
    [{ limit: 0 }],
    [{ limit: 501 }],
    [{ cursor: -1 }],
  ])('is not %j', (input) => expect(postListInput.safeParse(input).success).toBe(false));
  test('may be a month with the weeks around it', () =>
    expect(postListInput.parse({ from: '2026-10-26', to: '2026-12-06' })).toMatchObject({ view: 'all', limit: 20 }));
  test('has a key of the right length without blanks', () => {
    for (const idempotencyKey of ['short', 'with blanks in', 'x'.repeat(101)])
      expect(postNowInput.safeParse({ message: 'Hello', idempotencyKey }).success).toBe(false);
  });
});

describe('the built-in texts', () => {
  test('fit into a post, and none is repeated', () => {
    for (const tip of CLEANING_TIPS) expect(countCharacters(tip)).toBeLessThanOrEqual(200);
    expect(new Set(CLEANING_TIPS).size).toBe(CLEANING_TIPS.length);
    expect(CLEANING_TIPS.length).toBeGreaterThanOrEqual(20);
  });
  test('include samples for each platform', () =>
    expect(Object.keys(SAMPLE_FIGURES)).toEqual(['facebook', 'instagram', 'tiktok', 'google']));
});
