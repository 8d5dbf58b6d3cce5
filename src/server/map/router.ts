import {
  lookedUpSchema,
  mapDayInput,
  mapDaySchema,
  mapPlaceInput,
  mapSettingsSchema,
  placedSchema,
  positionChange,
} from '../../shared/map';
import { adminProcedure, router } from '../trpc';
import * as service from './service';

export const mapRouter = router({
  listDay: adminProcedure
    .input(mapDayInput)
    .output(mapDaySchema)
    .query(({ ctx, input }) => service.listDay(ctx, input)),
  settings: adminProcedure.output(mapSettingsSchema).query(({ ctx }) => service.getMapSettings(ctx)),
  setPosition: adminProcedure
    .input(positionChange)
    .output(placedSchema)
    .mutation(({ ctx, input }) => service.setPosition(ctx, input)),
  lookUpPosition: adminProcedure
    .input(mapPlaceInput)
    .output(lookedUpSchema)
    .mutation(({ ctx, input }) => service.lookUpPosition(ctx, input)),
});
