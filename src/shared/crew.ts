import { z } from 'zod';
import { numberInput } from './text';

/** Most members that one job can have. */
const MAX_CREW = 10;
const CREW = `Please enter a crew of 1 to ${MAX_CREW} members.`;
/** Members that a job needs. */
export const crewSize = numberInput(CREW).pipe(z.int(CREW).min(1, CREW).max(MAX_CREW, CREW));
