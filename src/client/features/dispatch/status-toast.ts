/** Toast after the status of a work order or its assignment has changed. */
export const STATUS_UPDATED = { title: 'Status Updated', description: 'Work order status has been updated successfully.' };
