import type { Turn } from '@throughline/flow/compile'
import { cn } from '../../../ui/cn.ts'
import type { Drawing } from '../model/drawing.ts'
import { momentText } from './trial.ts'
import { tryTexts } from './try.texts.ts'
import type { TrialVariable } from './variables.ts'

const heading = 'mb-1 text-xs font-medium tracking-normal text-fg-3'

const { told } = tryTexts

/** What happened in a turn, in one sentence. */
function turnText({ event, produced, commands }: Turn, drawing: Drawing): string {
  const name = (step: string) => drawing.at(step)?.name ?? step
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
  return timeText(commands, name)
}

function timeText(commands: Turn['commands'], name: (step: string) => string): string {
  const said = commands.flatMap((command) => {
    if (command.c === 'remind') return [told.remind(name(command.step))]
    if (command.c === 'reassign') return [told.reassign(name(command.step))]
    if (command.c !== 'close' || command.outcome === undefined) return []
    return [command.outcome === 'done' ? told.over(name(command.step)) : told.deadline(name(command.step))]
  })
  return said.length === 0 ? told.passed : `${told.passed}, ${said.join(', ')}`
}

/** What every variable holds, and what the last turn and the question at hand have to do with it. */
export function Variables({ all, asking }: { all: readonly TrialVariable[]; asking: ReadonlySet<string> }) {
  if (all.length === 0) return null
  return (
    <section className="-mx-4 mt-4 border-t px-4 pt-3">
      <h3 className={heading}>{tryTexts.variables}</h3>
      <table className="w-full table-fixed text-xs">
        <colgroup>
          <col className="w-[46%]" />
          <col />
          <col className="w-[24%]" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th>{tryTexts.name}</th>
            <th>{tryTexts.value}</th>
            <th>{tryTexts.setBy}</th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ name, type, value, by, fresh }) => (
            <tr
              key={name}
              className={cn('h-7 border-t first:border-t-0', (fresh || asking.has(name)) && 'bg-accent-subtle')}
            >
              <th scope="row" className="truncate pr-2 pl-1 text-left font-normal">
                <span translate="no" className="font-mono">
                  {name}
                </span>
                <span className="ml-1.5 text-fg-3">{type}</span>
              </th>
              <td className={cn('truncate pr-2 text-right', value === undefined ? 'text-fg-3' : 'font-medium')}>
                {value ?? (asking.has(name) ? tryTexts.beingAnswered : tryTexts.notSet)}
              </td>
              <td translate="no" className="truncate pr-1 text-right text-fg-3">
                {by}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function Happened({ turns, drawing }: { turns: readonly Turn[]; drawing: Drawing }) {
  return (
    <section className="-mx-4 mt-3 border-t px-4 pt-3">
      <h3 className={heading}>{tryTexts.happened}</h3>
      <ol className="grid gap-1.5 text-xs">
        {turns.map((turn, n) => (
          // A turn has no name but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={n} className="flex gap-2">
            <span className="tnum w-4 shrink-0 text-fg-3">{n + 1}</span>
            <span className={cn('min-w-0 flex-1', n === turns.length - 1 ? 'text-fg' : 'text-fg-2')}>
              {turnText(turn, drawing)}
            </span>
            <span className="tnum shrink-0 text-fg-3">{momentText(turn.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
