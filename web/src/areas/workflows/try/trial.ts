import type { Awaited, Move, Played } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval'
import type { StepId } from '@throughline/flow/plan'
import { weekdayMoment } from '../../../shared/format/moments.ts'
import { dateText as dateIn, shortDate } from '../../../shared/format/time.ts'
import type { LineMark, StepMark } from '../canvas/flow-canvas.tsx'
import { type Drawing, reaches } from '../model/drawing.ts'
import { tryTexts } from './try.texts.ts'

/** The trial's own clock: it begins with what the wall clock shows here, and knows no zones. */
export function wallClock(now = new Date()): number {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours(), now.getMinutes())
}

export const momentText = (at: number): string => weekdayMoment(at, 'UTC')
export const dayText = (at: number): string => shortDate(at, 'UTC', at)
export const dateText = (at: number): string => dateIn(at, 'UTC')

export type Values = Record<string, Json>

/** Names one thing that is waited for. */
export const keyOf = ({ step, round, item, slot }: Awaited): string => [step, round, item, slot].join(' ')

/** What is asked next: what people and tools do comes before what time does. */
export function questionOf(awaits: readonly Awaited[], wanted: string | undefined): Awaited | undefined {
  return awaits.find((one) => keyOf(one) === wanted) ?? awaits.find(({ what }) => what !== 'time') ?? awaits[0]
}

/** What a willing person or a sound tool would do; `values` are samples of what is asked. */
export function willing(asked: Awaited, values: Values, wakes: number | null): Move {
  if (asked.what === 'time') return { kind: 'time', to: asked.until ?? wakes ?? 0 }
  if (asked.what === 'operator') return { kind: 'retry', of: asked }
  return { kind: 'answer', of: asked, answer: asked.what === 'decision' ? { decisions: ['approve'] } : { values } }
}

/** What the canvas shows: steps done, open and waiting, and the lines that were taken, in the present round of each. */
export function marksOf(
  { turns, state, awaits }: Pick<Played, 'turns' | 'state' | 'awaits'>,
  drawing: Drawing,
  asked: StepId | undefined,
): { marks: Map<StepId, StepMark>; lines: Map<string, LineMark> } {
  const marks = new Map<StepId, StepMark>()
  const lines = new Map<string, LineMark>()
  const present = (step: StepId) => state.round[step] ?? state.base
  for (const command of turns.flatMap(({ commands }) => commands)) {
    if (!('round' in command) || command.round !== present(command.step)) continue
    if (command.c === 'close' && command.item === undefined && command.outcome !== undefined)
      marks.set(command.step, { state: 'done' })
    if (command.c === 'open') for (const from of command.from) lines.set(`${from}>${command.step}`, 'taken')
  }
  for (const [step, from] of Object.entries(state.wait)) {
    const holding = Object.keys(state.open).filter((open) => reaches(drawing, open, step))
    marks.set(step, { state: 'waiting', note: tryTexts.marks.waitsFor(holding.length) })
    for (const one of from) lines.set(`${one}>${step}`, 'taken')
  }
  for (const step of Object.keys(state.open)) {
    const waited = awaits.filter((one) => one.step === step)
    marks.set(step, { state: 'open', note: noteOf(waited, step === asked) })
  }
  return { marks, lines }
}

function noteOf(waited: readonly Awaited[], asked: boolean): string {
  const [first] = waited
  if (waited.some(({ what }) => what === 'operator')) return tryTexts.marks.stopped
  if (first?.what === 'time' && first.until !== undefined) return tryTexts.marks.until(dayText(first.until))
  return asked ? tryTexts.marks.answering : tryTexts.marks.open
}
