import type { Json } from '@throughline/contracts/json'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { Edit } from '@throughline/contracts/workflow-edits'
import { parse } from '@throughline/flow/compile'
import * as z from 'zod/mini'
import { truncate } from '../../../core/truncate.ts'
import type { NotDone, RawChange, RawProposal } from './proposal.ts'

const MAX_CHANGES = 50
const MAX_EDITS = 50
const LONGEST_REASON = 300

/** What a model is asked to answer. */
const Wanted = z.object({
  changes: z.array(z.object({ quote: z.string(), is_guess: z.optional(z.boolean()), edits: z.array(Edit) })),
  not_done: z.array(z.object({ quote: z.string(), reason: z.string() })),
})

export const CHANGES_SCHEMA = {
  name: 'workflow_changes',
  schema: z.parse(z.record(z.string(), z.custom<z.infer<typeof Json>>()), z.toJSONSchema(Wanted)),
}

/** What is read of an answer: its shape alone, so that one change that does not fit leaves the others. */
const Envelope = z.object({
  changes: z.array(z.unknown()).check(z.maxLength(MAX_CHANGES)),
  not_done: z._default(z.array(z.unknown()).check(z.maxLength(MAX_CHANGES)), []),
})
const OneChange = z.object({
  quote: z._default(z.string(), ''),
  is_guess: z._default(z.boolean(), false),
  edits: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_EDITS)),
})
const OneNotDone = z.object({ quote: z.string(), reason: z.string() })

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s.,;:!?"“”'’]+/g, ' ')
    .trim()

/** The words as they stand in the instruction; nothing where they do not. */
function quoted(quote: string, instruction: string): string {
  const wanted = plain(quote)
  return wanted !== '' && ` ${plain(instruction)} `.includes(` ${wanted} `) ? quote.trim() : ''
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Steps in any spelling that a document may have. */
function withReadSteps(edit: unknown): unknown {
  if (!isObject(edit) || edit.op !== 'add_steps' || !Array.isArray(edit.steps)) return edit
  const steps = edit.steps.flatMap((step: unknown) => {
    if (!isObject(step) || typeof step.id !== 'string') return []
    return Object.values(parse({ steps: { [step.id]: { next: [], ...step } } }).doc.steps)
  })
  return { ...edit, steps }
}

function editsIn(given: readonly unknown[]): Edit[] | undefined {
  const read = z.safeParse(z.array(Edit), given.map(withReadSteps))
  return read.success ? read.data : undefined
}

/** Bounded: a model may answer a megabyte of one letter. */
const ADDRESS = /\bhttps?:\/\/[^\s/"'\\}]{1,255}|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.]{1,255}/gi

/** Whether edits would have the workflow write to somebody, or call something, that neither person nor draft named. */
const reachesFurther = (edits: readonly Edit[], known: string) =>
  (JSON.stringify(edits).match(ADDRESS) ?? []).some((address) => !known.includes(address.toLowerCase()))

function changeIn(given: unknown, instruction: string, known: string): RawChange | NotDone {
  const read = z.safeParse(OneChange, given)
  const quote = read.success ? quoted(read.data.quote, instruction) : ''
  const edits = read.success ? editsIn(read.data.edits) : undefined
  if (!read.success || !edits) return { quote, reason: 'The model’s answer to this couldn’t be read.' }
  // What the person did not ask for is left out until they take it, whatever made the model add it.
  const isGuess = read.data.is_guess || quote === '' || reachesFurther(edits, known)
  return { quote, isGuess, edits }
}

const parsed = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/** What a model answered, as far as it can be used; nothing where none of it can. */
export function readAnswer(content: string, instruction: string, draft: FlowDoc): RawProposal | undefined {
  const read = z.safeParse(Envelope, parsed(content))
  if (!read.success) return undefined
  const known = `${instruction} ${JSON.stringify(draft)}`.toLowerCase()
  const changes = read.data.changes.map((one) => changeIn(one, instruction, known))
  const said = read.data.not_done.flatMap((one): NotDone[] => {
    const told = z.safeParse(OneNotDone, one)
    const quote = told.success ? quoted(told.data.quote, instruction) : ''
    return told.success && quote !== '' ? [{ quote, reason: truncate(told.data.reason, LONGEST_REASON) }] : []
  })
  return {
    changes: changes.filter((one): one is RawChange => 'edits' in one),
    notDone: [...changes.filter((one): one is NotDone => 'reason' in one), ...said],
  }
}
