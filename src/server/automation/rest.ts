import type { RestRow } from '../rest-row';

export const automationRest: RestRow[] = [
  ['GET', '/ai/status', 'automation.aiStatus'],
  ['POST', '/ai/start', 'automation.startAi'],
  ['POST', '/ai/stop', 'automation.stopAi'],
  ['GET', '/canaan/status', 'automation.canaanStatus'],
  ['POST', '/canaan/start', 'automation.startCanaan'],
  ['POST', '/canaan/stop', 'automation.stopCanaan'],
  ['POST', '/automation/workers/{key}/run', 'automation.runNow'],
];
