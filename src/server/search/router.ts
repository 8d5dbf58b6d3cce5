import { everythingFound, everythingInput, recordsFound, recordsInput } from '../../shared/search';
import { forOffice, router } from '../trpc';
import * as service from './service';

export const searchRouter = router({
  everything: forOffice.query(everythingInput, everythingFound, service.searchEverything),
  records: forOffice.query(recordsInput, recordsFound, service.findRecords),
});
