/** Returns the key of a column name, its letters and digits: "Cost price" is costPrice. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
