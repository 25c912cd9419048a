import * as z from 'zod/mini'

/** Why a start was refused: stored by its code and words, so that the words stay what they were when it happened. */
export const StartReason = z.object({ code: z.string(), message: z.string() })
export type StartReason = z.infer<typeof StartReason>

export const reasonText = (stored: unknown): string | null => {
  const read = z.safeParse(StartReason, stored)
  return read.success ? read.data.message : null
}
