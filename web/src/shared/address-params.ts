const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = <I extends string>(value: unknown): value is I => typeof value === 'string' && ID.test(value)

export const isOne = <T extends string>(values: readonly T[], value: unknown): value is T =>
  values.some((one) => one === value)

/** A number in an address counts as text, too; anything else is ''. */
export const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

export const trimmedTextOf = (value: unknown) => textOf(value).trim()

/** Texts and switches of an address; which of them count, and what they mean, is read where they are used. */
export const parseSearchParams = (search: Record<string, unknown>): Record<string, string | true | undefined> => {
  const found: Record<string, string | true> = {}
  for (const key in search) {
    const said = search[key] === true || textOf(search[key])
    if (said) found[key] = said
  }
  return found
}
