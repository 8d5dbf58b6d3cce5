import {
  activeChange,
  addressChange,
  addressInput,
  allClients,
  allClientsInput,
  clientChange,
  clientInput,
  clientList,
  clientListInput,
  clientMerge,
  clientProfileSchema,
  clientSchema,
  clientTimeline,
  doNotServiceChange,
  duplicateList,
  timelineInput,
} from '../../shared/clients';
import { ended } from '../../shared/portal-schemas';
import { byId } from '../../shared/text';
import { endPortalSessions } from '../session/client-sessions';
import { forOffice, router } from '../trpc';
import * as addresses from './addresses';
import * as merge from './merge';
import { listAllClients, listClients } from './search';
import * as service from './service';
import { getTimeline } from './timeline';

export const clientsRouter = router({
  list: forOffice.query(clientListInput, clientList, listClients),
  listAll: forOffice.query(allClientsInput, allClients, listAllClients),
  get: forOffice.query(byId, clientProfileSchema, (ctx, { id }) => service.getClient(ctx, id)),
  timeline: forOffice.query(timelineInput, clientTimeline, getTimeline),
  findDuplicates: forOffice.query(byId, duplicateList, merge.findDuplicates),
  create: forOffice.mutation(clientInput, clientSchema, service.createClient),
  update: forOffice.mutation(clientChange, clientProfileSchema, service.updateClient),
  setActive: forOffice.change(activeChange, service.setActive),
  setDoNotService: forOffice.mutation(doNotServiceChange, clientProfileSchema, service.setDoNotService),
  addAddress: forOffice.mutation(addressInput, clientProfileSchema, addresses.addAddress),
  updateAddress: forOffice.mutation(addressChange, clientProfileSchema, addresses.updateAddress),
  removeAddress: forOffice.mutation(byId, clientProfileSchema, addresses.removeAddress),
  endPortalSessions: forOffice.mutation(byId, ended, endPortalSessions),
  merge: forOffice.mutation(clientMerge, clientProfileSchema, merge.mergeClients),
});
