const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = <I extends string>(value: unknown): value is I => typeof value === 'string' && ID.test(value)

export const isOne = <T extends string>(values: readonly T[], value: unknown): value is T =>
  values.some((one) => one === value)

/** What stands in an address as a number is a word too; '' for anything else. */
export const wordOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
