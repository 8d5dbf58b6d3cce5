import { describe, expect, test } from 'vitest';
import { parsePageText } from '../../src/shared/site-pages';

describe('the text of a page', () => {
  test.each([
    [
      'One\ntwo\n\nthree',
      [
        { kind: 'paragraph', text: 'One two' },
        { kind: 'paragraph', text: 'three' },
      ],
    ],
    [
      '# Title\r\nText',
      [
        { kind: 'heading', text: 'Title' },
        { kind: 'paragraph', text: 'Text' },
      ],
    ],
    [
      'List:\n- a\n- b\nAfter',
      [
        { kind: 'paragraph', text: 'List:' },
        { kind: 'list', items: ['a', 'b'] },
        { kind: 'paragraph', text: 'After' },
      ],
    ],
    [
      '- a\n\n- b',
      [
        { kind: 'list', items: ['a'] },
        { kind: 'list', items: ['b'] },
      ],
    ],
    ['#1 choice\n-5 degrees', [{ kind: 'paragraph', text: '#1 choice -5 degrees' }]],
    [' \n', []],
  ])('%j is split into its blocks', (text, blocks) => {
    expect(parsePageText(text)).toEqual(blocks);
  });
});
