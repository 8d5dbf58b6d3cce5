/**
 * Takes what an address says as it stands; its screen reads it, by a function that takes nothing on trust. What a route itself
 * checks would be in the script of every visitor.
 */
export const unreadSearch =
  <Search>() =>
  (search: Record<string, unknown>) =>
    search as Search;
