/** Draws pages at once, loads each only once, and gives a screen new search parameters only if their values change. */
export const ROUTER_OPTIONS = {
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultStaleTime: Number.POSITIVE_INFINITY,
  defaultStructuralSharing: true,
};
