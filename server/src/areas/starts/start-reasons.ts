import * as z from 'zod/mini'

/** Why a start was refused: stored by its code and words, so that the words stay what they were when it happened. */
export const StartReason = z.object({
  code: z.string(),
  message: z.string(),
  /** What is wrong with which variable. */
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type StartReason = z.infer<typeof StartReason>

export const reasonText = (stored: unknown): string | null => {
  const read = z.safeParse(StartReason, stored)
  return read.success ? read.data.message : null
}

const MESSAGES = {
  archived: () => 'The workflow is archived.',
  not_published: () => 'The workflow has no published version.',
  gone: () => 'The workflow is in the trash.',
  limit: () => 'Your plan has no runs left this month. It starts by itself when there’s room.',
  failed: () => 'The workflow has an error and couldn’t start.',
  no_right: () => 'The person who started it can’t start this workflow anymore.',
  changed: () => 'The workflow asks for something else now.',
  missing: (names: string) => `Required by the workflow, but not answered: ${names}.`,
  wrong_type: (names: string) => `The response has the wrong type of answer for: ${names}.`,
  not_given: (names: string) => `Required by the workflow, but missing: ${names}.`,
  wrong_value: (problems: string) => `${problems}.`,
} as const

/** Causes that pass by themselves or are ended by others: a start waits for that. */
export const PASSING: readonly string[] = ['archived', 'not_published', 'gone', 'limit']
export const isPassing = ({ code }: StartReason): boolean => PASSING.includes(code)

/** Whether what is held for what is stored has to be mended by a person: no other change will let it start. */
export const isMisfit = (stored: unknown): boolean => {
  const { data } = z.safeParse(StartReason, stored)
  return data !== undefined && !isPassing(data)
}

/** Whether a start, or one that is held for what is stored, waits for the plan and not for its workflow. */
export const waitsForRuns = (stored: unknown): boolean => z.safeParse(StartReason, stored).data?.code === 'limit'

/** Held like what finds no runs: the next payment begins both. */
export const LAPSED: StartReason = {
  code: 'limit',
  message: 'Your subscription has ended. It starts by itself once the subscription is renewed.',
}

/** Variables are named as people know them. */
export const reasonFor = (
  code: keyof typeof MESSAGES,
  variables: readonly string[] = [],
  errors?: StartReason['errors'],
): StartReason => ({ code, message: MESSAGES[code](variables.join(', ')), ...(errors && { errors }) })

/** A start that is refused: its reason is kept, and what was to start it with it. */
export class RefusedStart extends Error {
  readonly reason: StartReason

  constructor(...of: Parameters<typeof reasonFor>) {
    super(`not started: ${of[0]}`)
    this.name = 'RefusedStart'
    this.reason = reasonFor(...of)
  }
}
