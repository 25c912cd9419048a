import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { truncate } from '../../../core/truncate.ts'
import { assemble } from './assemble.ts'
import { isStep, isUnsure, type Part, type Task } from './parts.ts'
import type { Team } from './people.ts'
import { Reader } from './reader.ts'
import { type Topic, topicOf } from './topics.ts'
import { nameCalls, withoutAddresses } from './web-addresses.ts'

export interface Reading {
  quote: string
  step?: string
  text: string
  /** Somebody should look at what was made of it. */
  unsure?: true
}
export interface Drafted {
  document: FlowDoc
  reading: Reading[]
}

const LONGEST_DESCRIPTION = 500

const opening = (topic: Topic | undefined): Task => ({
  is: 'task',
  name: `Fill in the ${(topic?.name ?? 'request').toLowerCase()}`,
  verb: 'fill',
  party: { assignee: { starter: true }, label: 'the starter' },
  timing: { escalation: [] },
})

/** Something has to be asked before it can be decided upon. */
function needsOpening(parts: readonly Part[]): boolean {
  const [first] = parts
  if (first?.is === 'task') return first.each !== undefined
  const asksNothing = (part: Part) =>
    (part.is === 'pause' && part.until === undefined) ||
    (part.is === 'message' && !('outsider' in part.to) && 'starter' in part.to.assignee)
  return !parts.every(asksNothing)
}

function prefixOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z ]/g, '')
    .split(' ')
    .filter((word) => word.length > 3)
  return (letters.at(-1) ?? 'WF').slice(0, 3)
}

const turns = (parts: readonly Part[]) => ['back', 'end'].includes(parts.at(-1)?.is ?? '')

/** Of two ways that both lead back or end, one goes on: nothing behind a decision is out of reach. */
function withWaysOut(parts: Part[]): Part[] {
  return parts.map((part): Part => {
    if (part.is === 'fork') return { ...part, ways: part.ways.map(withWaysOut) }
    if (part.is === 'approval' && part.rejected) part.rejected = withWaysOut(part.rejected)
    if (part.is !== 'choice') return part
    part.yes = withWaysOut(part.yes)
    part.no = withWaysOut(part.no)
    if (turns(part.yes) && turns(part.no)) part.no.pop()
    return part
  })
}

/** A workflow from plain sentences, by rules alone; undefined if nothing of the text says what to do. */
export function draftFrom(text: string, teams: readonly Team[]): Drafted | undefined {
  const topic = topicOf(text)
  const { masked, restored } = withoutAddresses(text)
  const { parts: said, reads } = new Reader(masked, teams, topic?.about)
  if (!said.some((part) => part.is !== 'back' && part.is !== 'end')) return undefined
  const opened = needsOpening(said) ? opening(topic) : undefined
  const parts = withWaysOut(opened ? [opened, ...said] : said)
  const { steps, start, ids, forks, unplaced } = assemble(parts, topic)
  const numbers = new Map(Object.keys(steps).map((id, n) => [id, n + 1]))
  const first = steps[start]
  const named = opened || first?.type !== 'manual' ? undefined : first.name
  const name = topic?.name ?? named ?? 'New workflow'
  const reading = reads.map(({ quote, part, text: told }): Reading => {
    const id = part && isStep(part) ? ids.get(part) : undefined
    const unsure = part !== undefined && (isUnsure(part) || unplaced.has(part)) && ({ unsure: true } as const)
    return id === undefined
      ? { quote, text: capitalOf(told), ...unsure }
      : { quote, step: id, text: `Step ${numbers.get(id)}, ${told}`, ...unsure }
  })
  const drafted: Drafted = {
    document: {
      name: truncate(name, 120),
      prefix: topic?.prefix ?? (named === undefined ? 'WF' : prefixOf(named)),
      description: truncate(masked.trim(), LONGEST_DESCRIPTION),
      type: forks ? 'parallel' : 'sequential',
      metadata: { version: '1.0', category: 'Uncategorized' },
      start_step: start,
      steps,
    },
    reading,
  }
  return nameCalls(restored(drafted))
}

const capitalOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
