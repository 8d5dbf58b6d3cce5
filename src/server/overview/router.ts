import { checklistSchema, daySchema, moneySchema, needsSchema, overviewSchema } from '../../shared/overview';
import { byId } from '../../shared/text';
import { finishTodo, reopenTodo } from '../todos/service';
import { adminProcedure, forOffice, router } from '../trpc';
import { getChecklist } from './checklist';
import { getDay } from './day';
import { summarizeMoney } from './money';
import { listNeeds } from './needs';
import * as service from './service';

export const overviewRouter = router({
  today: adminProcedure.output(overviewSchema).query(({ ctx }) => service.summarizeToday(ctx)),
  needsYou: adminProcedure.output(needsSchema).query(({ ctx }) => listNeeds(ctx)),
  day: adminProcedure.output(daySchema).query(({ ctx }) => getDay(ctx)),
  money: adminProcedure.output(moneySchema).query(({ ctx }) => summarizeMoney(ctx)),
  checklist: adminProcedure.output(checklistSchema).query(({ ctx }) => getChecklist(ctx)),
  finishTodo: forOffice.mutation(byId, byId, finishTodo),
  reopenTodo: forOffice.mutation(byId, byId, reopenTodo),
});
