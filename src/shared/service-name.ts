// Separate from the schemas of jobs, so that public pages do not load zod.

/** Formats a service: "deep-cleaning" becomes "Deep cleaning". */
export const formatService = (serviceType: string): string => {
  const words = serviceType.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
