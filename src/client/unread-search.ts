/** Passes the search parameters on unchecked; the screen parses them. A check in the route would add to every visitor's script. */
export const unreadSearch =
  <Search>() =>
  (search: Record<string, unknown>) =>
    search as Search;
