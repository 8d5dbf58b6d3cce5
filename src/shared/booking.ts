export const BOOKING_SERVICE_TYPES = ['residential', 'commercial', 'deep-cleaning', 'carpet-cleaning', 'window-cleaning'] as const;
export const TIME_WINDOWS = ['08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00', '16:00-18:00', '18:00-20:00'] as const;
export const BOOKING_STATUSES = ['confirmed', 'cancelled', 'no-show', 'completed'] as const;
export const BOOKING_PAYMENT_STATUSES = ['pending', 'paid', 'refunded'] as const;
