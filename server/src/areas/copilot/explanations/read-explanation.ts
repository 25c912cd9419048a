import type { Json } from '@throughline/contracts/json'
import { Edit } from '@throughline/contracts/workflow-edits'
import * as z from 'zod/mini'
import type { RawExplanation } from './explain-by-rules.ts'

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000))
const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

const Wanted = z.object({
  title,
  happened: text,
  why: text,
  to_do: text,
  change: z.nullable(z.object({ edits: z.array(Edit).check(z.maxLength(5)) })),
})

export const EXPLANATION_SCHEMA = {
  name: 'step_explanation',
  schema: z.parse(z.record(z.string(), z.custom<z.infer<typeof Json>>()), z.toJSONSchema(Wanted)),
}

/** A change that cannot be read is left out; texts that are missing make the whole of no use. */
const Texts = z.object({ title, happened: text, why: text, to_do: text, change: z.optional(z.unknown()) })

/** Nothing where it cannot be used. */
export function readExplanation(content: string): RawExplanation | undefined {
  let given: unknown
  try {
    given = JSON.parse(content)
  } catch {
    return undefined
  }
  const read = z.safeParse(Texts, given)
  if (!read.success) return undefined
  const { change, ...texts } = read.data
  const edits = z.safeParse(Wanted.shape.change, change)
  return { ...texts, edits: edits.success ? edits.data?.edits : undefined }
}
