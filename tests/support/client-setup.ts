import { configure, getConfig } from '@testing-library/dom';
import { cleanup } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { dismissToast, readToasts } from '../../src/client/ui/toast/toast-store';

// Generous for a busy machine; a missing element still fails.
configure({ asyncUtilTimeout: 15_000 });

// A waiting query fails many times before it succeeds, and would print the document each time. When it gives up, its error has the print.
const { getElementError } = getConfig();
const isWaiting = () => (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
const toShortError = (message: string | null) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
configure({
  getElementError: (message, container) => (isWaiting() ? toShortError(message) : getElementError(message, container)),
});

// React would record a stack trace with each element it creates, for a debugger that tests do not attach.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => undefined });

// jsdom has typed arrays of its own, while the server behind the screens hands Buffers to libraries that check for those of Node.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer);

const computeStyle = window.getComputedStyle;
const displayByTag = new Map<string, string>();
function findDisplay(element: Element): string {
  if (element.hasAttribute('hidden') || (element.tagName === 'INPUT' && element.getAttribute('type') === 'hidden')) return 'none';
  if (element.tagName === 'DIALOG') return element.hasAttribute('open') ? 'block' : 'none';
  const known = displayByTag.get(element.tagName) ?? computeStyle(document.createElement(element.tagName)).display;
  displayByTag.set(element.tagName, known);
  return known;
}
const noStyle = document.createElement('i').style;
/** Returns the element's own style. jsdom would create an object for each element, although few have the attribute. */
const readStyle = (element: Element) => (element.hasAttribute('style') ? (element as HTMLElement).style : noStyle);
const findVisibility = (element: Element | null): string =>
  element === null ? 'visible' : readStyle(element).visibility || findVisibility(element.parentElement);

// Queries by role ask for the style of every element, and jsdom then matches the browser's whole style sheet. Tests load no other.
window.getComputedStyle = (element) => {
  const style = readStyle(element);
  const read = (name: string) => {
    if (name === 'display') return style.display || findDisplay(element);
    return name === 'visibility' ? findVisibility(element) : undefined;
  };
  const getPropertyValue = (name: string) => read(name) ?? style.getPropertyValue(name);
  return new Proxy(style, {
    get: (own, name) => (name === 'getPropertyValue' ? getPropertyValue : (read(String(name)) ?? Reflect.get(own, name))),
  });
};

// jsdom would compare every element of the document with the control of every label.
for (const { prototype } of [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
])
  Object.defineProperty(prototype, 'labels', {
    configurable: true,
    get(this: HTMLElement) {
      if (this instanceof HTMLInputElement && this.type === 'hidden') return null;
      // Unlike a query, jsdom keeps this collection until the document changes.
      const labels = document.getElementsByTagName('label');
      return [...labels].filter((label) => (label.htmlFor ? label.htmlFor === this.id : label.contains(this)) && label.control === this);
    },
  });

// jsdom finds all elements of a selector several times faster than the first one, which the palette asks for with each entry.
for (const { prototype } of [Document, Element])
  prototype.querySelector = function (this: ParentNode, selector: string) {
    return this.querySelectorAll(selector)[0] ?? null;
  };

// Gives each test a clean browser: storage, document, messages, time and globals.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  for (const { id } of readToasts()) dismissToast(id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
