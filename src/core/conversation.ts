/**
 * The conversation: the messages of a path made ready for reading. From rows ({@link pathThrough}) to a plan that costs
 * no bodies ({@link planConversation}) to items of one page ({@link buildItem}). Pure; what it gives is plain data.
 */
export {
  branchesOf,
  buildItem,
  needsRaw,
  rowsOf,
  type Body,
  type BuildSource,
  type RowSubagent,
} from './conversation/build.ts';
export type { RowKin } from './conversation/kin.ts';
export { branchLabelRow } from './conversation/forks.ts';
export type * from './conversation/items.ts';
export { pathThrough, planConversation, type ConversationPlan } from './conversation/plan.ts';
export { copyText, readImage, readPart } from './conversation/read.ts';
export { signature } from './conversation/signature.ts';
export { nextTeller } from './conversation/usage.ts';
