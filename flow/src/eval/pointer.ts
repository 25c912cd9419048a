/** A key as a part of a JSON pointer. */
export const pointerPart = (key: string | number): string =>
  typeof key === 'string' && /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : String(key)
