import type { PlanStep } from '../../plan.ts'
import { callId, type OutsideWork, outsideWorkOf } from '../../run/outside-work.ts'
import type { State } from '../../run/types.ts'
import { type Command, type Event, type Reduced, reduce } from '../../run.ts'
import { hold } from '../hold.ts'
import { homeOf, type Model, planOf, TurnError } from './model.ts'
import { hash } from './numbers.ts'
import type { Defect, Instance, Turn } from './world.ts'

type Playing = { seed: number; at: number; bound: boolean; defect?: Defect | undefined }
type PersonCommand = Extract<Command, { c: 'open' | 'decide' | 'ask' }>

/** One list in four is longer than an event opens. */
function lengthOf(step: PlanStep, draw: number): number {
  if (draw % 4 > 0) return draw % 6
  return 26 + (draw % (step.type === 'subworkflow' ? 8 : 50))
}

/** What a turn finds out as it opens something; the same every time it is asked. */
function produced(
  model: Model,
  instance: Instance,
  state: State,
  command: PersonCommand,
  playing: Playing,
): Event | undefined {
  const { seed, at, bound } = playing
  const step = planOf(model, instance).steps.find(({ id }) => id === command.step)
  if (!step) return undefined
  const open = Object.hasOwn(state.open, step.id) ? state.open[step.id] : undefined
  const itemNumber = command.c === 'ask' ? command.item : undefined
  const item = itemNumber === undefined ? open : open?.each?.open[itemNumber]
  const draw = hash(seed, instance.path, step.id, command.round, itemNumber, item?.attempt)
  const address = { at, step: step.id, round: command.round, ...(itemNumber !== undefined && { item: itemNumber }) }
  const slots = bound ? 3 : draw % 5
  if (command.c === 'ask' && (itemNumber === undefined || command.slot !== undefined)) return undefined
  if (!bound && draw % 29 === 0) return { ...address, t: 'error', code: 'expr_error', text: '' }
  if (command.c === 'ask') return step.type === 'approval' ? { ...address, t: 'opened', slots } : undefined
  if (command.c === 'decide') {
    const outcome = bound ? homeOf(model, instance, step.id) : step.outs[draw % step.outs.length]?.name
    return { ...address, t: 'branch', outcome: outcome ?? '' }
  }
  if (step.type === 'condition') return undefined
  const rings = (bound ? [] : (step.alarms ?? [])).map((_, n): [number, number] => [at + 1 + ((draw + n * 5) % 7), n])
  const alarms = rings.length > 0 ? { alarms: rings } : {}
  if (step.each) {
    const items = bound ? 1 + (draw % 3) : (model.items ?? lengthOf(step, draw))
    return { ...address, t: 'opened', ...alarms, items }
  }
  if (step.type === 'wait') return { ...address, t: 'opened', ...alarms, until: at + 1 + (draw % 3) }
  if (step.type === 'approval') return { ...address, t: 'opened', ...alarms, slots }
  return rings.length > 0 ? { ...address, t: 'opened', ...alarms } : undefined
}

export type Played = { state: State; turn: Turn; commands: Command[] }

/** The events and all that they lead to. What does not count leaves nothing. */
export function play(model: Model, instance: Instance, from: State, given: Event[], playing: Playing): Played {
  const plan = planOf(model, instance)
  const queue = [...given]
  const turn: Turn = { at: playing.at, bound: playing.bound, taken: [], produced: [] }
  const commands: Command[] = []
  let state = from
  for (const [place, event] of queue.entries()) {
    hold(queue.length < 3000, 'a turn without end')
    const before = outsideWorkOf(plan, state)
    const reduced = reduce(plan, state, event)
    if (reduced.dropped) {
      checkDropped(before, event)
      continue
    }
    checkCommands(before, outsideWorkOf(plan, reduced.state), reduced, event)
    state = reduced.state
    ;(place < given.length ? turn.taken : turn.produced).push(event)
    for (const command of reduced.commands) {
      commands.push(command)
      if (command.c !== 'open' && command.c !== 'decide' && command.c !== 'ask') continue
      if (playing.defect?.step === command.step) {
        if (model.fault === 'halfWritten') return { state, turn, commands }
        throw new TurnError(`${command.step} throws as it opens`)
      }
      const found = produced(model, instance, state, command, playing)
      if (found) queue.push(found)
    }
  }
  return { state, turn, commands }
}

/** Nothing that is wanted can be answered in vain, or it would be asked for again for ever. */
function checkDropped({ calls, children, more }: OutsideWork, event: Event): void {
  if (event.t === 'result') {
    const { step, round, item, attempt } = event
    const isWanted = [...calls, ...children].some(
      (one) => one.step === step && one.round === round && one.item === item && one.attempt === attempt,
    )
    hold(!isWanted, `the result of ${step} was dropped though it is wanted`)
  }
  if (event.t === 'more')
    hold(
      !more.some(({ step, round }) => step === event.step && round === event.round),
      'more was dropped though wanted',
    )
}

type Address = { step: string; round: number; item?: number }
const ticketOf = ({ step, round, item }: Address) => `${step}@${round}:${item ?? ''}`

/** `wanted` says of the state what the reducer's commands say of its changes. */
function checkCommands(before: OutsideWork, after: OutsideWork, { state, commands }: Reduced, event: Event): void {
  const open = new Map([...before.calls, ...before.children].map((one) => [ticketOf(one), one]))
  if (event.t === 'result') open.delete(ticketOf(event))
  for (const command of commands) {
    if (command.c === 'call' || command.c === 'child') open.set(ticketOf(command), command)
    if (command.c === 'uncall' || command.c === 'unchild') open.delete(ticketOf(command))
  }
  // Of a list held at the limit of returns, the commands take the calls back only later.
  const isHeld = (step: string) => state.open[step]?.phase === 'failed'
  const byCommands = [...open.values()].filter(({ step }) => !isHeld(step)).map(callId)
  const byState = [...after.calls, ...after.children].map(callId)
  const [told, shown] = [byCommands.sort().join(), byState.sort().join()]
  hold(told === shown, `the commands ask for ${told}, the state for ${shown}`)
}
