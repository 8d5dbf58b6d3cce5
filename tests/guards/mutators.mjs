import { createRequire } from 'node:module';
import path from 'node:path';
import { OTHER_GUARDS } from './other-guards.mjs';

// Stryker has no plugins for mutators, so the list of its instrumenter is replaced.
const instrumenter = createRequire(import.meta.resolve('@stryker-mutator/core')).resolve('@stryker-mutator/instrumenter');
const { allMutators } = await import(path.join(path.dirname(instrumenter), 'mutators/mutate.js'));
const { template } = createRequire(instrumenter)('@babel/core');

/** @typedef {Record<string, any>} Node A node of Babel's syntax tree, or the path to one. Babel's types are not installed. */

/** Functions that refuse a call, count it, or end a session. */
const GUARD_NAME = /^(?:(?:assert|ask|refuse|reserve)(?:[A-Z]\w*)?|take|checkOrigin|endSessions?|revokeAccess|leave|markHandedOver)$/;

/** Returns the name of a called function: `take` of `ctx.limits.take(…)`, `checkOrigin` of `c.get('checkOrigin')()`. */
function calleeName(/** @type {Node} */ node) {
  const { callee } = node;
  if (callee?.property) return callee.property.id?.name ?? callee.property.name ?? '';
  return callee?.arguments?.[0]?.value ?? callee?.name ?? '';
}

function isGuardCall(/** @type {Node} */ node) {
  const call = node?.type === 'AwaitExpression' || node?.operator === 'void' ? node.argument : node;
  return /^(?:Optional)?CallExpression$/.test(call?.type) && GUARD_NAME.test(calleeName(call));
}

const sourceOf = (/** @type {Node} */ { hub, node }) => hub.file.code.slice(node.start, node.end);

const lastOf = (/** @type {Node} */ statement) => (statement.type === 'BlockStatement' ? statement.body.at(-1) : statement);

/** Returns true for a statement that ends by throwing, or by calling a guard. */
function isRefusal(/** @type {Node} */ statement) {
  const last = lastOf(statement);
  return (
    last?.type === 'ThrowStatement' || isGuardCall(last?.expression) || (last?.type === 'ReturnStatement' && isGuardCall(last.argument))
  );
}

const isExit = (/** @type {Node} */ statement) => ['ReturnStatement', 'ContinueStatement'].includes(lastOf(statement)?.type);

/** Returns true for the body of a function that is passed to `inTransaction`. */
const isTransaction = (/** @type {Node} */ block) =>
  block.isBlockStatement() && block.parentPath.isFunction() && sourceOf(block.parentPath.parentPath).startsWith('inTransaction(');

/** Returns true for an `if` that never applies and only narrows a type: `if (!row) throw new Error(…)`. */
const isAssurance = (/** @type {Node} */ { test, consequent }) =>
  test.operator === '!' && test.argument.type === 'Identifier' && lastOf(consequent)?.argument?.callee?.name === 'Error';

/**
 * Returns the value of an `if` condition that switches its guard off: false if the branch throws, or leaves before a transaction
 * writes; true if the branch leaves and the statements after it throw. Returns undefined for other conditions.
 */
function offValue(/** @type {Node} */ statement) {
  const { consequent, alternate } = statement.node;
  if (isAssurance(statement.node)) return undefined;
  if (isRefusal(consequent)) return false;
  if (alternate && isRefusal(alternate)) return true;
  if (!isExit(consequent)) return undefined;
  const block = statement.parentPath;
  if (block.isBlockStatement() && block.node.body.at(-1) !== statement.node && isRefusal(block.node)) return true;
  return isTransaction(block) ? false : undefined;
}

/**
 * Returns the value of a condition, or of a part of it, that switches its guard off.
 * @returns {boolean | undefined}
 */
function offValueOf(/** @type {Node} */ condition) {
  const { parentPath: parent } = condition;
  if (parent.isLogicalExpression()) return offValueOf(parent);
  if (parent.isUnaryExpression({ operator: '!' })) {
    const off = offValueOf(parent);
    return off === undefined ? undefined : !off;
  }
  return condition.key === 'test' && parent.isIfStatement() ? offValue(parent) : undefined;
}

/** Switches a guard off: `if (isTaken) throw …` becomes `if (false) throw …`. */
function* mutateCondition(/** @type {Node} */ node) {
  if (node.key !== 'test' || !node.parentPath.isIfStatement()) return;
  const value = offValueOf(node);
  if (value !== undefined) yield { type: 'BooleanLiteral', value };
}

/** Drops one reason of a guard: `if (isTaken || isClosed) throw …` becomes `if (isTaken) throw …`. */
function* mutateOperand(/** @type {Node} */ node) {
  if (!node.isLogicalExpression()) return;
  const off = offValueOf(node);
  if (off === undefined || node.node.operator !== (off ? '&&' : '||')) return;
  const { left, right, operator } = node.node;
  yield structuredClone(left);
  // In `a || b || c` the left operand drops its parts itself.
  if (left.operator !== operator) yield structuredClone(right);
}

/** Removes the call of a guard: `assertPermission(…);` becomes `;`, `() => assertOpen(…)` becomes `() => undefined`. */
function* mutateCall(/** @type {Node} */ node) {
  if (node.isExpressionStatement() && isGuardCall(node.node.expression) && !node.parentPath.isIfStatement())
    yield { type: 'EmptyStatement' };
  if (node.key === 'body' && node.parentPath.isArrowFunctionExpression() && isGuardCall(node.node))
    yield { type: 'Identifier', name: 'undefined' };
}

/** Returns true for a part of the condition under which a query changes rows. */
function isConditionOfChange(/** @type {Node} */ node) {
  const where = node.findParent((/** @type {Node} */ { node: one }) => ['where', 'onConflictDoUpdate'].includes(calleeName(one)));
  for (let call = where?.node; call?.callee; call = call.callee.object)
    if (['update', 'delete', 'insert'].includes(calleeName(call))) return true;
  return false;
}

/** Drops one condition of a change: `.where(and(isOpen, isMine))` becomes `.where(and(isOpen))`. */
function* mutateWhere(/** @type {Node} */ node) {
  if (node.isObjectProperty() && node.node.key.name === 'setWhere') {
    yield { ...structuredClone(node.node), value: { type: 'Identifier', name: 'undefined' } };
    return;
  }
  if (!node.isCallExpression() || calleeName(node.node) !== 'and' || !isConditionOfChange(node)) return;
  for (const dropped of node.node.arguments.keys()) {
    const call = structuredClone(node.node);
    call.arguments.splice(dropped, 1);
    yield call;
  }
}

/** Lets an insert fail on a row that is there already. */
function* mutateConflict(/** @type {Node} */ node) {
  if (node.isCallExpression() && calleeName(node.node) === 'onConflictDoNothing') yield structuredClone(node.node.callee.object);
}

/** Replaces the guards of the list, which have no common shape. */
function* mutateOther(/** @type {Node} */ node) {
  if (!node.isExpression()) return;
  const rows = OTHER_GUARDS[path.relative(path.resolve('src/server'), node.hub.file.opts.filename)] ?? [];
  for (const [from, to] of rows) if (sourceOf(node) === from) yield template.expression(to, { placeholderPattern: false })();
}

const MUTATORS = {
  GuardCondition: mutateCondition,
  GuardOperand: mutateOperand,
  GuardCall: mutateCall,
  GuardWhere: mutateWhere,
  GuardConflict: mutateConflict,
  OtherGuard: mutateOther,
};

/** Replaces Stryker's mutators by ours, each of which removes a guard or one reason of it. */
export const mutateGuardsOnly = () =>
  allMutators.splice(0, allMutators.length, ...Object.entries(MUTATORS).map(([name, mutate]) => ({ name, mutate })));
