import type { Db } from './client';

export function seedCatalogue(_db: Db, _now: Date): void {}
