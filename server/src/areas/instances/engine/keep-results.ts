import { bringsWrites, variableOf, writesOf } from '@throughline/flow/compile'
import type { Field, Step } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import { answersOf, childResult, decisionsOf, effectResults } from './results.queries.ts'
import { type Running, runKey, stepOf, type Ticket } from './running.ts'
import type { TurnEvent } from './turn-event.ts'
import { type TurnWrites, ticketKey } from './turn-writes.ts'

type Given = Record<string, Json>

/** Forms are answered by field; each field has a variable. */
const byVariable = (fields: readonly Field[], given: Given): Given =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const answer = given[field.name] ?? given[variableOf(field)]
      return answer === undefined ? [] : [[variableOf(field), answer]]
    }),
  )

/** What each run of the step brought, by item (−1 without a list). */
async function givenBy(running: Running, writes: TurnWrites, step: Step, ticket: Ticket): Promise<Map<number, Given>> {
  const { db, tenantId } = running.tx
  const { round } = ticket
  const endsNow = (item: number) =>
    writes.taskChanges.get(ticketKey({ step: step.id, round, item }))?.outcome !== undefined
  if (step.type === 'manual') {
    const answers = await answersOf(db, tenantId, running.id, ticket, endsNow)
    return new Map([...answers].map(([item, given]) => [item, byVariable(step.fields, given)]))
  }
  if (step.type === 'tool') return effectResults(db, tenantId, running.id, ticket, endsNow)
  if (step.type === 'subworkflow') return childResult(db, tenantId, running.id, ticket, step.output ?? {})
  if (step.type === 'approval' && step.output) return decisionsOf(db, tenantId, running.id, ticket, step.output)
  return new Map()
}

/** Of a single item that was passed over: kept beside the list until the step is left. */
const overrideKey = (ticket: Ticket) => `${runKey(ticket)}:given`

function keepOverride(running: Running, ticket: Ticket, item: number, outputs: Given): void {
  const known = running.lists[overrideKey(ticket)] ?? []
  running.lists = { ...running.lists, [overrideKey(ticket)]: [...known, { item, outputs }] }
}

function overridesOf(running: Running, ticket: Ticket): [item: number, given: Given][] {
  return (running.lists[overrideKey(ticket)] ?? []).flatMap((kept): [number, Given][] => {
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return []
    const { item, outputs } = kept
    const isGiven = typeof outputs === 'object' && outputs !== null && !Array.isArray(outputs)
    return typeof item === 'number' && isGiven ? [[item, outputs]] : []
  })
}

/** What a run brought lands in the variables as it is left; an answer that does not count changes nothing. */
export async function keepResults(
  running: Running,
  writes: TurnWrites,
  ticket: Ticket,
  outcome: string,
  event: TurnEvent,
): Promise<void> {
  const step = stepOf(running, ticket.step)
  const overridden = event.t === 'override' && event.step === ticket.step ? event : undefined
  if (ticket.item !== undefined) {
    if (overridden?.outputs) keepOverride(running, ticket, ticket.item, overridden.outputs)
    return
  }
  const brought = bringsWrites(step, outcome) ? writesOf(step) : []
  if (brought.length === 0) return
  const names = new Set(brought.map(({ name }) => name))
  if (!step.each) {
    const given = overridden
      ? (overridden.outputs ?? {})
      : ((await givenBy(running, writes, step, ticket)).get(-1) ?? {})
    const kept = Object.entries(given).filter(([name]) => names.has(name))
    running.vars = { ...running.vars, ...Object.fromEntries(kept) }
    return
  }
  const given = new Map([...(await givenBy(running, writes, step, ticket)), ...overridesOf(running, ticket)])
  const length = running.lists[runKey(ticket)]?.length ?? 0
  const items = Array.from({ length }, (_, item) => given.get(item) ?? {})
  const lists = [...names].map((name) => [name, items.map((one) => one[name] ?? null)])
  running.vars = { ...running.vars, ...Object.fromEntries(lists) }
}
