/** A key as a part of a JSON pointer. */
export const pointerPart = (key: string | number): string =>
  typeof key === 'string' && (key.includes('~') || key.includes('/'))
    ? key.replaceAll('~', '~0').replaceAll('/', '~1')
    : String(key)
