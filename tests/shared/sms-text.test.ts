import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeReminderSms } from '../../src/shared/sms-text';

const GSM = /^[\w@£$¥èéùìòÇ\nØø\rÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;
const LINK = 'https://tidyline.example/visit/k3Jx0aQ2mVb7Tz9LpWc4Rg';

test('keeps every reminder within 160 characters of the GSM alphabet', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 130 });
  const link = fc.webUrl().map((url) => `${new URL(url).origin}/visit/k3Jx0aQ2mVb7Tz9LpWc4Rg`);
  fc.assert(
    fc.property(words, words, link, (companyName, crew, url) => {
      const text = writeReminderSms({ companyName, when: 'Wed, Nov 25, 10:00 a.m.', crew, link: url });
      expect(text.length).toBeLessThanOrEqual(160);
      expect(text).toMatch(GSM);
      expect(text).not.toMatch(/^[\s:]/);
      expect(text.endsWith('Reply STOP to opt out')).toBe(true);
    }),
  );
});

test('names the crew if there is room, and leaves the link whole', () => {
  const short = { companyName: 'Zoë’s Cleaning', when: 'Wed, Nov 25, 10:00 a.m.', crew: 'Dee', link: LINK };
  expect(writeReminderSms(short)).toBe(`Zoe's Cleaning: your visit is Wed, Nov 25, 10:00 a.m. with Dee. ${LINK} Reply STOP to opt out`);
  expect(writeReminderSms({ ...short, companyName: 'A'.repeat(120) })).toContain(LINK);
});

test('starts with the name of the website where the company has a name in another alphabet', () => {
  const other = { companyName: '清掃会社', when: 'Wed, Nov 25, 10:00 a.m.', crew: '', link: LINK };
  expect(writeReminderSms(other)).toBe(`tidyline.example: your visit is Wed, Nov 25, 10:00 a.m. ${LINK} Reply STOP to opt out`);
});
