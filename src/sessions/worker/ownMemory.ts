/**
 * The same data, its typed arrays copied to memory of just their size: who sends a view sends or copies all of the
 * memory behind it, room for growth too. What is in lists and maps is no column, and stays.
 */
export function inOwnMemory<T>(data: T): T {
  if (ArrayBuffer.isView(data) && 'slice' in data && typeof data.slice === 'function')
    return data.slice() as T;
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype)
    return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, inOwnMemory<unknown>(value)]),
  ) as T;
}
