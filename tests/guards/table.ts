import type { Guard } from './guard';
import { ACCESS } from './table/access';
import { BOOKING } from './table/booking';
import { DATABASE } from './table/database';
import { LOGIN } from './table/login';
import { MONEY } from './table/money';
import { STORE } from './table/store';
import { WORK } from './table/work';

/** All guards that `npm run test:guards` breaks; a new one comes into the file of its group. */
export const GUARDS: Guard[] = [...STORE, ...BOOKING, ...MONEY, ...WORK, ...LOGIN, ...ACCESS, ...DATABASE];
