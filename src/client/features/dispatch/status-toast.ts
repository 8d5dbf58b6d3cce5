export const STATUS_UPDATED = { title: 'Status Updated', description: 'Work order status has been updated successfully.' };
