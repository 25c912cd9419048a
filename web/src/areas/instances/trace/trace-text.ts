import type { TraceEntry, Turn } from '@throughline/contracts/instance-acts'
import { originText } from '../parts/origin-text.ts'
import { texts } from './trace.texts.ts'

/** What a turn is told by, the most telling first; the rest of it stands under its details. */
const TELLING: readonly TraceEntry['kind'][] = [
  'failed',
  'overridden',
  'decided',
  'asked_again',
  'retried',
  'completed',
  'called',
  'cancelled',
  'reassigned',
  'reminded',
  'waited',
  'started',
  'child',
  'branched',
  'ended',
  'returned',
  'closed',
  'opened',
]

export function mainEntry({ entries }: Turn): TraceEntry | undefined {
  return entries.toSorted((a, b) => TELLING.indexOf(a.kind) - TELLING.indexOf(b.kind))[0]
}

export const hasFailed = ({ entries }: Turn) => entries.some(({ kind }) => kind === 'failed')

const outcomeTexts: Record<string, string> = texts.outcomes
const outcomeText = (outcome: string) => outcomeTexts[outcome] ?? outcome

/** What is said after the name of the step; where none is to be named, one sentence. */
export function whatHappened({ kind, outcome, by }: TraceEntry): { after: string; named: boolean } {
  if (kind === 'started') return { after: by ? texts.startedBy(by.name) : texts.after.started, named: false }
  if (kind === 'ended') return { after: texts.after.ended, named: false }
  const word = outcome ? outcomeText(outcome) : texts.decided
  if (kind === 'decided') return { after: texts.after.decided(word), named: true }
  if (kind === 'branched') return { after: texts.after.branched(word), named: true }
  return { after: texts.after[kind], named: true }
}

const because: Record<string, string> = texts.because

/** What started it, where no person did. */
export const startOrigin = ({ kind, by, outcome, text }: TraceEntry) =>
  kind === 'started' && !by && outcome !== null ? originText({ source: outcome, source_name: text }) : undefined

/** What was said about it. The engine's own words are told as people would. */
export function noteOf({ kind, text, problems }: TraceEntry): string | null {
  if (kind === 'started') return problems?.join('\n') ?? null
  return text && kind === 'closed' ? (because[text] ?? null) : text
}

/** Asked to be changed, and led back. */
export const isSentBack = ({ kind, outcome, next }: TraceEntry) =>
  kind === 'decided' && outcome === 'changes' && next.length > 0

type Named = Pick<Turn, 'people' | 'files'>

/** A value as one reads it: people and files by name. */
export function valueText(value: unknown, { people, files }: Named, indent?: number): string {
  const named = (one: unknown) => [...people, ...files].find(({ id }) => id === one)?.name ?? one
  const text = named(value)
  return typeof text === 'string' ? text : JSON.stringify(text, (_, one: unknown) => named(one), indent)
}

/** What came of it, in a few words. */
export function resultOf(entry: TraceEntry, turn: Turn): string {
  const { kind, outcome, results, next } = entry
  const note = noteOf(entry) ?? ''
  if (kind === 'failed' || kind === 'overridden' || kind === 'cancelled' || entry.problems) return note
  if (isSentBack(entry)) return texts.sentBack(texts.names(next))
  const [first] = results
  if (first) return texts.resultOf(first.name, valueText(first.value, turn))
  const opened = turn.entries.filter((one) => one.kind === 'opened').length
  if (opened > 1) return texts.opens(opened)
  if (next.length > 0) return texts.led(texts.names(next))
  if (note || kind === 'decided' || kind === 'branched' || kind === 'started') return note
  return outcome ? outcomeText(outcome) : ''
}
