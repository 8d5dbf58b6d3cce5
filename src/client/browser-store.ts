/** Returns the result of reading or writing the browser's storage, or undefined if it is forbidden, full or unreadable. */
export function tryStorage<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
