import { useState } from 'react';
import { randomId } from '../random-id';

/** Returns the key of one opening of a form, so that it makes one row, however often it is sent. */
export const useIdempotencyKey = (): string => useState(randomId)[0];
