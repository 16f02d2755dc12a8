import type { JsonObject } from '../core/json.ts';
import { own } from '../core/json.ts';

/** A record's own id, or undefined where it has none that identifies it. */
export function readId(record: JsonObject): string | undefined {
  const id = own(record, 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * The id that a `parentId` names; null for none. What is no text can name no entry, but the entry stays in the tree
 * below a gap, so it is shown as it stands.
 */
export function readParent(record: JsonObject): string | null {
  const parent = own(record, 'parentId') ?? null;
  if (parent === null || parent === '') return null;
  if (typeof parent === 'string') return parent;
  return typeof parent === 'object' ? '[object]' : String(parent);
}

/** Whether a record has the two fields that make a node of a tree. */
export function hasLink(record: JsonObject): boolean {
  const parent = own(record, 'parentId');
  return readId(record) !== undefined && (parent === null || typeof parent === 'string');
}
