import * as z from 'zod/mini'

/** Two letters at least, so that a username can never be mistaken for an e-mail address or an id. */
export const Username = z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{1,31}$/u))
