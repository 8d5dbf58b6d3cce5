/**
 * Permission of a call: everyone; the office; a client on their own page; members and the office; members only; the member concerned, with or
 * without the office, and with the client of the visit; the SMS gateway.
 */
export type Rule = 'public' | 'office' | 'client' | 'session' | 'members' | 'self' | 'job' | 'component' | 'visit' | 'own' | 'gateway';

/** The permission of each procedure. */
export const RULES: Record<string, Rule> = {
  ...named('office', 'admins', 'add list releaseLocks remove resetPassword'),
  ...named(
    'office',
    'automation',
    'aiFigures aiStatus canaanFigures canaanStatus draftProposal getOpportunity listOpportunities runNow runs setOpportunityStatus setWorkerEnabled startAi startCanaan stopAi stopCanaan workers',
  ),
  ...named('office', 'billing', 'billMany listUnbilled'),
  ...named('office', 'conversations', 'get list markRead send'),
  ...named('office', 'consents', 'counts find list record'),
  ...named('office', 'drafts', 'approve discard edit retry rewrite rewriting'),
  ...named('office', 'subscriptions', 'withdraw'),
  ...named('office', 'achievements', 'check list stats unlocked'),
  ...named('office', 'data', 'backUp backups'),
  ...named('public', 'booking', 'acceptOffer book cancelManaged getManaged getWaitlistEntry joinWaitlist'),
  ...named('public', 'booking', 'leaveWaitlist listSlots moveManaged'),
  ...named('office', 'booking', 'calendar changeSlots closeDay closedDays createWorkOrder get listWaitlist'),
  ...named('office', 'booking', 'move openDay search setStatus toConvert'),
  ...named('public', 'visits', 'confirm get'),
  ...named('public', 'pay', 'get start'),
  ...named('office', 'quoting', 'compose get list report revise send withdraw'),
  ...named('public', 'quoting', 'approve decline getByToken markViewed requestChange'),
  ...named(
    'office',
    'clients',
    'addAddress create endPortalSessions findDuplicates get list listAll merge removeAddress setActive setDoNotService timeline update updateAddress',
  ),
  ...named(
    'office',
    'dispatch',
    'active assign assignInBulk boardJob checkAssignment createJobComponent createWorkOrder dispatchAssignment finalizeWorkOrder getWorkOrder history listAssignments listSortedWorkOrders listWorkOrders moveAssignment planDay release setAssignmentStatus setLead setWorkOrderStatus summary unassigned undoCompletion undoInBulk undoStart undoStep updateWorkOrder',
  ),
  ...named('component', 'dispatch', 'setJobComponent'),
  ...named('self', 'field', 'dashboard listAssigned'),
  ...named('job', 'field', 'addRemark respond setStatus'),
  ...named('component', 'field', 'tickComponent'),
  ...named('session', 'field', 'changes'),
  ...named(
    'office',
    'inventory',
    'adjust charts confirmCatalogue createProduct deleteProduct get list movements receive reorderList statement summary topPerformers updateProduct updateProducts',
  ),
  ...named(
    'office',
    'invoices',
    'bin changeInBulk create createCreditNote createFromBooking createFromWorkOrder createReceipt delete deleteReceipt deleteReceiptsInBulk email emailCreditNote emailInBulk emailReceipt emailReceiptsInBulk forJob get getCreditNote getReceipt list listAll listAllReceipts listCreditNotes listReceipts markHandedOver nextNumbers receiptSummary recordPayment remind restore summary update',
  ),
  ...named('office', 'live', 'changes'),
  ...named('office', 'mail', 'counts get list markSent resetTemplate saveTemplate sendTest'),
  ...named('office', 'market', 'addPrice comparison demand listPrices priceSuggestion removePrice updatePrice'),
  ...named('office', 'map', 'listDay lookUpPosition setPosition settings'),
  ...named('office', 'notifications', 'list markSeen unread'),
  ...named('public', 'offers', 'describe'),
  ...named('office', 'offers', 'grant listFor listFriends listPromised makeCode remove'),
  ...named('office', 'overview', 'checklist day finishTodo money needsYou reopenTodo today'),
  ...named('office', 'payments', 'confirm ignore listMoneyIn'),
  ...named('office', 'plans', 'accept create edit end figures generate get list pause preview resume skip unskip'),
  ...named('public', 'portal', 'choices choose openLink requestLink signOut'),
  ...named(
    'client',
    'portal',
    'account bookAgain bookAgainOptions confirmVisit home invoices markRead messages pausePlan plans quotes rate receipts requestPlanChange resumePlan sendMessage setAccess setConsents setContact signOutEverywhere skipVisit unskipVisit visits',
  ),
  ...named('public', 'pricing', 'estimate estimator'),
  ...named('office', 'pricing', 'list removeItem saveItem sortItems'),
  ...named('public', 'quotes', 'submit'),
  ...named('office', 'quotes', 'bin createWorkOrder deleteAll get list restore setStatus undoStatus'),
  ...named('office', 'ratings', 'figures list'),
  ...named('office', 'search', 'everything records'),
  ...named('public', 'session', 'login'),
  ...named('session', 'session', 'current'),
  ...named('office', 'session', 'logout'),
  ...named('public', 'settings', 'landing sitePage storefront'),
  ...named('office', 'settings', 'get save'),
  ...named(
    'office',
    'social',
    'analytics approvePost autoPost cancelPost createPost getPost listPosts movePost overview postNow publishPost suggestedTimes testFacebook updatePost',
  ),
  ...named('public', 'store', 'browse getOrder listProducts placeOrder priceCart saveCart'),
  ...named(
    'office',
    'store',
    'countOrders getCart getStaffOrder listOrders recordOrderRefund setOrderPayment setOrderPayments setOrderStatus takeOrderSteps undoOrderSteps',
  ),
  ...named('public', 'team', 'login'),
  ...named(
    'office',
    'team',
    'addTimeOff countOpenJobs create deactivate decideTimeOff get getHours list listActive listAll listTimeOff resetPassword setHours update',
  ),
  ...named('members', 'team', 'me myTimeOff requestTimeOff setPassword'),
  ...named('own', 'team', 'removeTimeOff'),
  ...named('session', 'team', 'logout'),
};
function named(rule: Rule, domain: string, names: string): Record<string, Rule> {
  return Object.fromEntries(names.split(' ').map((name) => [`${domain}.${name}`, rule]));
}
