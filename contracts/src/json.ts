import * as z from 'zod/mini'

/** Whatever JSON can hold. It holds itself, so it is one schema for all: the published description names it. */
export const Json = z.json()
