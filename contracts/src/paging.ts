import * as z from 'zod/mini'

export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 200

/** Query of every list: keyset only, so a page costs the same however deep it is. */
export const PageQuery = {
  cursor: z.optional(z.string().check(z.maxLength(2000))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_LIMIT)), DEFAULT_LIMIT),
}
