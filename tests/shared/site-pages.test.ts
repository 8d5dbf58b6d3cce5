import { describe, expect, test } from 'vitest';
import { parsePageText } from '../../src/shared/site-pages';

describe('the text of a page', () => {
  test.each([
    [
      'One\ntwo\n\nthree',
      [
        { line: 1, kind: 'paragraph', text: 'One two' },
        { line: 4, kind: 'paragraph', text: 'three' },
      ],
    ],
    [
      '# Title\r\nText',
      [
        { line: 1, kind: 'heading', text: 'Title' },
        { line: 2, kind: 'paragraph', text: 'Text' },
      ],
    ],
    [
      'List:\n- a\n- b\nAfter',
      [
        { line: 1, kind: 'paragraph', text: 'List:' },
        {
          line: 2,
          kind: 'list',
          items: [
            { line: 2, text: 'a' },
            { line: 3, text: 'b' },
          ],
        },
        { line: 4, kind: 'paragraph', text: 'After' },
      ],
    ],
    [
      '- a\n\n- b',
      [
        { line: 1, kind: 'list', items: [{ line: 1, text: 'a' }] },
        { line: 3, kind: 'list', items: [{ line: 3, text: 'b' }] },
      ],
    ],
    ['#1 choice\n-5 degrees', [{ line: 1, kind: 'paragraph', text: '#1 choice -5 degrees' }]],
    [' \n', []],
  ])('%j is split into its blocks', (text, blocks) => {
    expect(parsePageText(text)).toEqual(blocks);
  });

  test('gives blocks and items keys by their line, so that equal texts differ', () => {
    const blocks = parsePageText('# Rules\n\n# Rules\n- Same\n- Same\n\nSame\n\nSame');
    const lines = blocks.flatMap((block) => [block, ...(block.kind === 'list' ? block.items.slice(1) : [])].map(({ line }) => line));
    expect(lines).toEqual([1, 3, 4, 5, 7, 9]);
  });
});
