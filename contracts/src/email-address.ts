import * as z from 'zod/mini'

export const EmailAddress = z.string().check(z.trim(), z.maxLength(254), z.email())
