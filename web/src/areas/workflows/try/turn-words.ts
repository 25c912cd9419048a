import type { Turn } from '@throughline/flow/compile'
import type { Drawing } from '../model/drawing.ts'
import { tryTexts } from './try.texts.ts'

const { told } = tryTexts

/** What happened in a turn, in one sentence. */
export function turnWords({ event, produced, commands }: Turn, drawing: Drawing): string {
  const name = (step: string) => drawing.at(step)?.step.name || step
  const opened = commands.flatMap((command) =>
    command.c === 'open' && drawing.at(command.step)?.step.type !== 'condition' ? [name(command.step)] : [],
  )
  const chosen = produced.flatMap((one) => {
    if (one.t !== 'branch') return []
    const way = drawing.at(one.step)?.outs.find(({ outcome }) => outcome === one.outcome)
    return [told.chose(name(one.step), way?.label ?? one.outcome)]
  })
  const stopped = commands.flatMap((command) =>
    command.c === 'fail' ? [told.stops(name(command.step), command.text ?? '')] : [],
  )
  const ended = commands.flatMap((command) => (command.c === 'finish' ? [told.ends(command.outcome)] : []))
  const [only] = opened
  const opens = only === undefined ? [] : [opened.length === 1 ? told.opens(only) : told.opensMany(opened.length)]
  const follows = [...chosen, ...stopped, ...opens, ...ended]
  const head = headOf(event, commands, name)
  return follows.length === 0 ? head : `${head}: ${follows.join(', ')}`
}

function headOf(event: Turn['event'], commands: Turn['commands'], name: (step: string) => string): string {
  switch (event.t) {
    case 'start':
      return told.started
    case 'done':
      return told.done(name(event.step))
    case 'decision':
      if (event.decision === 'approve') return told.approved(name(event.step))
      return event.decision === 'reject' ? told.rejected(name(event.step)) : told.changes(name(event.step))
    case 'result':
      if (event.outcome === 'rejected') return told.childRejected(name(event.step))
      return event.ok ? told.succeeded(name(event.step)) : told.failed(name(event.step))
    case 'retry':
      return told.retried(name(event.step))
    case 'override':
      return told.settled(name(event.step), event.outcome)
    case 'tick':
    case 'cancel':
    case 'opened':
    case 'more':
    case 'branch':
    case 'error':
    // Only a file that was changed takes a vote back; trying a workflow out has none.
    case 'withdrawn':
      break
  }
  return timeWords(commands, name)
}

function timeWords(commands: Turn['commands'], name: (step: string) => string): string {
  const said = commands.flatMap((command) => {
    if (command.c === 'remind') return [told.remind(name(command.step))]
    if (command.c === 'reassign') return [told.reassign(name(command.step))]
    if (command.c !== 'close' || command.outcome === undefined) return []
    return [command.outcome === 'done' ? told.over(name(command.step)) : told.deadline(name(command.step))]
  })
  return said.length === 0 ? told.passed : `${told.passed}, ${said.join(', ')}`
}
