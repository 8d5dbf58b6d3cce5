import { useState } from 'react';
import { randomId } from '../random-id';

/** Returns a key that stays the same while a form is open, so that it creates one row, however often it is sent. */
export const useIdempotencyKey = (): string => useState(randomId)[0];
