import { deepStrictEqual } from 'node:assert'
import { createHash } from 'node:crypto'
import type { PlanStep } from '@throughline/flow/plan'
import type { Open } from '@throughline/flow/run'
import type { Move } from '@throughline/flow/testing/answers'
import type { NewEvent } from '../../src/areas/instances/engine/turn-event.ts'
import type { Firm } from './firm.ts'
import { type Answers, actKey, answerKey, createModel, type Model } from './model.ts'
import type { Sequence } from './sequences.ts'

export const digestOf = (text: string) => createHash('sha256').update(text).digest().readUInt16BE(0)

const plain = (value: object): unknown => JSON.parse(JSON.stringify(value))

const VERDICTS = ['approve', 'approve', 'approve', 'reject', 'changes'] as const

const PAUSE = 250
const LONGEST = 30_000

type Changed = (id: string, within: number) => Promise<void>

interface Playing {
  firm: Firm
  changed: Changed
  id: string
  model: Model
  /** How much of the trace the model knows. */
  known: number
  answers: Answers
  /** Acts that were accepted. */
  told: Set<string>
}

/** Brings the model to where the trace is, then holds the database against it; says why it cannot yet. */
async function compare(playing: Playing): Promise<string | undefined> {
  const { firm, id, model } = playing
  const looked = await firm.look(id, playing.known)
  if (!looked) return 'a turn is being committed'
  const { turns, row, tasks } = looked
  for (const { seq, events, taken } of turns) {
    model.take(events.slice(0, taken))
    playing.known = seq
  }
  const isOver = row.status === 'completed' || row.status === 'cancelled'
  const unheard = [...playing.told].filter((act) => !model.seen.has(act))
  if (!isOver && unheard.length > 0) return `not looked at: ${unheard.join(', ')}`
  if (model.busy().length > 0) return `still called: ${model.busy().join(', ')}`
  deepStrictEqual(plain(model.shown(row, tasks)), plain(model.expected(tasks)))
  return undefined
}

async function agree(playing: Playing): Promise<void> {
  const latest = Date.now() + LONGEST
  for (;;) {
    const changed = playing.changed(playing.id, PAUSE)
    const why = await compare(playing)
    if (why === undefined) return
    if (Date.now() > latest) throw new Error(why)
    await changed
  }
}

/** What does not count any more is refused, and leaves nothing. */
async function operate({ firm, id }: Playing, event: NewEvent): Promise<void> {
  await firm.operate(id, event)
}

async function actOn(playing: Playing, step: PlanStep, open: Open, { kind, pick, answer }: Move): Promise<void> {
  const { firm, id, model, answers } = playing
  const by = firm.owner
  const { item, state } = model.pickItem(open, pick)
  const whole = { step: step.id, round: open.round }
  const ticket = { ...whole, ...(item !== undefined && { item }) }
  const failed = open.phase === 'failed' || state.phase === 'failed'
  if (kind < 20 || step.type === 'wait' || (failed && answer % 2 === 0)) {
    const outcome = step.outs[answer % step.outs.length]?.name ?? ''
    return operate(playing, { t: 'override', ...(failed ? ticket : whole), outcome, by, reason: 'drawn' })
  }
  if (failed) {
    const place = open.phase === 'failed' ? { ...whole, attempt: open.attempt } : { ...ticket, attempt: state.attempt }
    return operate(playing, { t: 'retry', ...place, by })
  }
  const tasks = await firm.tasksOf(id)
  const task = tasks.find((one) => one.step === step.id && one.round === open.round && one.item === (item ?? -1))
  if (!task) throw new Error(`${step.id} has no task`)
  if (step.type === 'manual') {
    const given: Answers[string] = answer % 5 === 0 ? {} : model.formOf(step.id, answer)
    if (!(await firm.complete(task.id, by, given))) return
    answers[answerKey(ticket)] = given
    playing.told.add(actKey({ at: 0, t: 'done', ...ticket, by }))
  } else if (step.type === 'approval') {
    const member = firm.members[answer % firm.members.length] ?? ''
    const decision = VERDICTS[answer % VERDICTS.length] ?? 'approve'
    const slot = await firm.decide(task.id, member, decision)
    if (slot !== undefined) playing.told.add(actKey({ at: 0, t: 'decision', ...ticket, slot, decision, by: member }))
  }
}

/** Said a second time, or much later. */
async function repeat(playing: Playing, { pick }: Move): Promise<void> {
  const past = playing.model.past.flatMap((event) => (event.t === 'done' || event.t === 'decision' ? [event] : []))
  const event = past[pick % Math.max(1, past.length)]
  if (!event) return
  const { at: _, ...said } = event
  await operate(playing, said)
}

async function moveOn(playing: Playing, move: Move): Promise<boolean> {
  const open = playing.model.open()
  const [step, at] = open[move.pick % Math.max(1, open.length)] ?? []
  if (!step || !at) return false
  if (move.kind > 97) await operate(playing, { t: 'cancel', by: playing.firm.owner, reason: 'drawn' })
  else if (move.kind > 90) await repeat(playing, move)
  else await actOn(playing, step, at, move)
  return true
}

/** Plays one sequence against the engine; says how many acts of people were accepted. */
export async function playSequence(firm: Firm, changed: Changed, { doc, compiled, moves }: Sequence): Promise<number> {
  const answers: Answers = {}
  const id = await firm.start(await firm.keep(doc, compiled))
  const model = createModel(doc, compiled, firm, answers)
  const playing: Playing = { firm, changed, id, model, known: 0, answers, told: new Set(['start']) }
  try {
    await agree(playing)
    for (const move of moves) {
      if (!(await moveOn(playing, move))) break
      // Sometimes two things happen before anybody looks.
      if (move.answer % 4 > 0) await agree(playing)
    }
    await agree(playing)
  } catch (error) {
    throw new Error(`instance ${id} of ${JSON.stringify(doc)}`, { cause: error })
  }
  return playing.told.size
}
