import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getScheme, setScheme, useStaffScheme } from '../../src/client/color-scheme';
import { SchemeChoice } from '../../src/client/ui/scheme-choice';
import { SCHEME_SCRIPT } from '../../src/server/http/pages/boot-script';

/** Makes the device prefer a scheme; returns a function that changes it. */
function stubSystem(isDark: boolean): (isDark: boolean) => void {
  const system = Object.assign(new EventTarget(), { matches: isDark });
  vi.stubGlobal('matchMedia', () => system);
  return (matches) => {
    system.matches = matches;
    act(() => void system.dispatchEvent(new Event('change')));
  };
}
function StaffScreen() {
  useStaffScheme();
  return <SchemeChoice />;
}
const shown = () => document.documentElement.dataset.scheme;
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.scheme;
});

describe('the colour scheme of a staff screen', () => {
  test('follows the device until a person chooses one', () => {
    const change = stubSystem(true);
    render(<StaffScreen />);
    expect(screen.getByRole('radio', { name: 'System' })).toBeChecked();
    expect(shown()).toBe('dark');
    change(false);
    expect(shown()).toBeUndefined();
    choose('Dark');
    expect(shown()).toBe('dark');
    choose('Light');
    change(true);
    expect(shown()).toBeUndefined();
  });

  test('is remembered on the device', () => {
    stubSystem(false);
    render(<StaffScreen />);
    choose('Dark');
    cleanup();
    expect(getScheme()).toBe('dark');
    render(<StaffScreen />);
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked();
    expect(shown()).toBe('dark');
  });

  test('ends when the screen is left, because public pages are light', () => {
    stubSystem(true);
    render(<StaffScreen />).unmount();
    expect(shown()).toBeUndefined();
  });

  test('follows a choice made in another tab', () => {
    stubSystem(false);
    render(<StaffScreen />);
    localStorage.setItem('colorScheme', 'dark');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'colorScheme' })));
    expect(shown()).toBe('dark');
  });

  test('can be chosen when the browser stores nothing', () => {
    stubSystem(false);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    render(<StaffScreen />);
    choose('Dark');
    expect(shown()).toBe('dark');
    vi.restoreAllMocks();
    act(() => setScheme('system'));
    expect(shown()).toBeUndefined();
  });
});

describe('the script in the head of a staff page', () => {
  const run = () => new Function(SCHEME_SCRIPT)();
  test.each([
    [null, false, undefined],
    [null, true, 'dark'],
    ['system', true, 'dark'],
    ['light', true, undefined],
    ['dark', false, 'dark'],
    ['purple', false, undefined],
  ])('with the choice %s on a dark device (%s) sets %s before the first paint', (stored, isDark, scheme) => {
    stubSystem(isDark);
    if (stored !== null) localStorage.setItem('colorScheme', stored);
    run();
    expect(shown()).toBe(scheme);
  });
});
