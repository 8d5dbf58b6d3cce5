import {
  lookedUpSchema,
  mapDayInput,
  mapDaySchema,
  mapPlaceInput,
  mapSettingsSchema,
  placedSchema,
  positionChange,
} from '../../shared/map';
import { savePosition } from '../clients/places';
import { adminProcedure, forOffice, router } from '../trpc';
import * as service from './service';

export const mapRouter = router({
  listDay: forOffice.query(mapDayInput, mapDaySchema, service.listDay),
  settings: adminProcedure.output(mapSettingsSchema).query(({ ctx }) => service.getMapSettings(ctx)),
  setPosition: forOffice.mutation(positionChange, placedSchema, savePosition),
  lookUpPosition: forOffice.mutation(mapPlaceInput, lookedUpSchema, service.lookUpPosition),
});
