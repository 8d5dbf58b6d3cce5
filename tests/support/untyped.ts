/** Returns a value as every type, for input that its type forbids and for parts of a library's types that a test leaves out. */
export const untyped = (value: unknown) => value as never;
