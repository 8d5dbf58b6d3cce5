import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { restoreDraft, saveDraft } from '../../src/client/ui/public/draft';
import { dropDraft } from '../../src/client/ui/public/draft-storage';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-20T20:00:00Z');

/** A form with a field of each kind; `chosen` is the way to pay as React knows it. */
function Order() {
  const [chosen, setChosen] = useState('');
  return (
    <form>
      <input name="name" aria-label="name" />
      <input name="minutes" aria-label="minutes" defaultValue="120" />
      <textarea name="notes" aria-label="notes" />
      <select name="service" aria-label="service" defaultValue="">
        <option value="">Choose</option>
        <option value="residential">Residential</option>
        <option value="commercial">Commercial</option>
      </select>
      <select name="window" aria-label="window" defaultValue="noon">
        <option value="morning">Morning</option>
        <option value="noon">Noon</option>
      </select>
      {['cash', 'cheque'].map((way) => (
        <input
          key={way}
          type="radio"
          name="payment"
          aria-label={way}
          value={way}
          checked={chosen === way}
          onChange={() => setChosen(way)}
        />
      ))}
      <input type="checkbox" name="pets" aria-label="pets" />
      <input type="checkbox" name="mail" aria-label="mail" defaultChecked />
      <input type="password" name="pin" aria-label="pin" />
      <input name="card" aria-label="card" autoComplete="billing cc-number" />
      <input name="code" aria-label="code" autoComplete="one-time-code" />
      <input type="hidden" name="slotId" defaultValue="7" />
      <div hidden>
        <input name="website" aria-label="website" />
      </div>
      <p>chosen: {chosen}</p>
    </form>
  );
}
const form = () => document.querySelector('form') as HTMLFormElement;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
/** The same page again, as after a reload. */
function reload(): void {
  cleanup();
  render(<Order />);
}
/** Saves the draft and opens the page again after some time. */
function saveAndReload(laterMs = 0): void {
  saveDraft(form(), 'order');
  vi.setSystemTime(NOW.getTime() + laterMs);
  reload();
}
const stored = (key = 'order') => JSON.parse(localStorage.getItem(`draft:${key}`) ?? 'null') as { values: Record<string, string> } | null;
const restore = () => restoreDraft(form(), 'order');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  render(<Order />);
});

describe('a draft', () => {
  test('restores text, choices and ticks, and reports it', () => {
    type('name', 'Maria Santos');
    type('minutes', '90');
    type('notes', 'Two cats.\nMornings.');
    type('service', 'commercial');
    type('window', 'morning');
    for (const label of ['cheque', 'pets', 'mail']) fireEvent.click(field(label));
    saveAndReload();
    expect(restore()).toBe(true);
    expect(['name', 'minutes', 'notes', 'service', 'window'].map((label) => field(label).value)).toEqual([
      'Maria Santos',
      '90',
      'Two cats.\nMornings.',
      'commercial',
      'morning',
    ]);
    expect(['cash', 'cheque', 'pets', 'mail'].map((label) => field(label).checked)).toEqual([false, true, true, false]);
  });

  test('fires the same events as typing', () => {
    fireEvent.click(field('cash'));
    type('name', 'Maria');
    saveAndReload();
    const heard: string[] = [];
    form().addEventListener('input', ({ target }) => heard.push((target as HTMLInputElement).name));
    restore();
    expect(heard).toEqual(['name', 'payment']);
    expect(screen.getByText('chosen: cash')).toBeInTheDocument();
  });

  test('does not overwrite fields edited on the new page', () => {
    type('name', 'Maria');
    type('notes', 'Old words');
    type('service', 'commercial');
    fireEvent.click(field('cash'));
    saveAndReload();
    type('notes', 'New words');
    type('service', 'residential');
    fireEvent.click(field('cheque'));
    restore();
    expect([field('name').value, field('notes').value, field('service').value]).toEqual(['Maria', 'New words', 'residential']);
    expect([field('cash').checked, field('cheque').checked]).toEqual([false, true]);
  });

  test('reports that nothing was restored if nothing was typed or the form has changed', () => {
    expect(restore()).toBe(false);
    saveDraft(form(), 'order');
    expect(restore()).toBe(false);
    localStorage.setItem('draft:order', JSON.stringify({ at: Date.now(), values: { service: 'gardening', gone: 'x', payment: 'gold' } }));
    expect(restore()).toBe(false);
    expect(field('service').value).toBe('');
  });

  test('never stores the bot field, passwords, cards, codes or defaults', () => {
    for (const label of ['name', 'pin', 'card', 'code', 'website']) type(label, `typed ${label}`);
    saveDraft(form(), 'order');
    expect(stored()?.values).toMatchObject({ name: 'typed name' });
    expect(stored()?.values).not.toHaveProperty('minutes');
    expect(Object.keys(stored()?.values ?? {}).filter((name) => ['pin', 'card', 'code', 'website', 'slotId'].includes(name))).toEqual([]);
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/typed (pin|card|code|website)/);
    localStorage.setItem('draft:order', JSON.stringify({ at: Date.now(), values: { website: 'x', pin: 'x', slotId: '8' } }));
    reload();
    expect(restore()).toBe(false);
    expect([field('website').value, field('pin').value]).toEqual(['', '']);
  });

  test('keeps the saved values of fields that the form does not have', () => {
    localStorage.setItem('draft:order', JSON.stringify({ at: Date.now(), values: { name: 'Maria', requests: 'Two cats' } }));
    type('name', '');
    type('notes', 'Mornings');
    saveDraft(form(), 'order');
    expect(stored()?.values).toEqual({ requests: 'Two cats', notes: 'Mornings' });
  });

  test.each([
    ['is there a minute before a day is over', DAY_MS - 60_000, true],
    ['is gone when a day is over', DAY_MS, false],
    ['is gone where the clock was days ahead', -2 * DAY_MS, false],
  ])('%s', (_what, later, isThere) => {
    type('name', 'Maria');
    saveAndReload(later);
    expect(restore()).toBe(isThere);
    expect(field('name').value).toBe(isThere ? 'Maria' : '');
    expect(stored() !== null).toBe(isThere);
  });

  test('restoring does not extend its lifetime', () => {
    type('name', 'Maria');
    saveAndReload(DAY_MS / 2);
    form().addEventListener('input', () => saveDraft(form(), 'order'));
    restore();
    vi.setSystemTime(NOW.getTime() + DAY_MS);
    reload();
    expect(restore()).toBe(false);
  });

  test('expired and unreadable drafts of other forms are deleted too', () => {
    saveDraft(form(), 'booking');
    localStorage.setItem('draft:torn', '{"at":');
    localStorage.setItem('cart', '[]');
    vi.setSystemTime(NOW.getTime() + DAY_MS);
    restore();
    expect(Object.keys(localStorage)).toEqual(['cart']);
  });

  test('is deleted on request', () => {
    type('name', 'Maria');
    saveDraft(form(), 'order');
    dropDraft('order');
    expect(localStorage).toHaveLength(0);
  });

  test('does nothing without storage', () => {
    vi.stubGlobal('localStorage', undefined);
    type('name', 'Maria');
    expect(() => saveDraft(form(), 'order')).not.toThrow();
    expect(restore()).toBe(false);
    expect(() => dropDraft('order')).not.toThrow();
    vi.unstubAllGlobals();
  });
});
