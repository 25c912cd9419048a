import type { Awaited, Move, Played } from '@throughline/flow/compile'
import { Button } from '../../../ui/button.tsx'
import { StepGlyph } from '../canvas/step-kinds.tsx'
import type { Drawing } from '../model/drawing.ts'
import { keyOf, momentText } from './trial.ts'
import { tryTexts } from './try.texts.ts'
import type { Trial } from './use-trial.ts'

type AlsoOpenProps = { trial: Trial; played: Played; asked: Awaited; drawing: Drawing }

/** Everything else that is waited for, with its outcomes as buttons. */
export function AlsoOpen({ trial, played, asked, drawing }: AlsoOpenProps) {
  const others = played.awaits.filter((one) => keyOf(one) !== keyOf(asked))
  const alarm = nextAlarm(played)
  if (others.length === 0 && alarm === undefined) return null
  return (
    <section className="mt-4">
      <h3 className="mb-1.5 text-xs font-medium tracking-normal text-fg-3">{tryTexts.alsoOpen}</h3>
      <ul className="divide-y rounded-md border">
        {others.map((one) => (
          <Other key={keyOf(one)} one={one} trial={trial} played={played} drawing={drawing} />
        ))}
        {alarm !== undefined && (
          <li className="flex items-center gap-2 py-2 pr-2 pl-2.5">
            <StepGlyph type="wait" />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-medium">{tryTexts.alarm}</span>
              <span className="block truncate text-xs text-fg-3">{tryTexts.alarmHint(momentText(alarm))}</span>
            </span>
            <Button size="sm" onClick={() => trial.move({ kind: 'time', to: alarm })}>
              {tryTexts.letPass}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

/** A reminder or deadline; the end of a wait stands with its step. */
function nextAlarm({ state, wakes }: Played): number | undefined {
  const alarms = Object.values(state.open).flatMap((open) => (open.alarms ?? []).map(([at]) => at))
  return wakes !== null && alarms.includes(wakes) ? wakes : undefined
}

function Other({ one, trial, played, drawing }: Omit<AlsoOpenProps, 'asked'> & { one: Awaited }) {
  const drawn = drawing.at(one.step)
  if (!drawn) return null
  const ways = waysOf(one, trial)
  return (
    <li className="flex items-center gap-1.5 py-2 pr-2 pl-2.5">
      <StepGlyph type={drawn.step.type} />
      <span className="min-w-0 flex-1 basis-24">
        <span translate="no" className="block truncate text-sm font-medium">
          {drawn.name}
        </span>
        <span className="block truncate text-xs text-fg-3">{hintOf(one, played, drawing)}</span>
      </span>
      <span className="flex shrink-0">
        {ways.map(({ label, move }) => (
          <Button
            key={label}
            size="sm"
            variant={ways.length > 1 ? 'ghost' : 'secondary'}
            className={ways.length > 1 ? 'px-1.5' : undefined}
            onClick={() => (move ? trial.move(move) : trial.ask(keyOf(one)))}
          >
            {label}
          </Button>
        ))}
      </span>
    </li>
  )
}

function hintOf(one: Awaited, { state }: Played, drawing: Drawing): string {
  const step = drawing.at(one.step)?.step
  const entry = one.item === undefined ? '' : `${tryTexts.item(one.item + 1)} · `
  if (one.what === 'time') return one.until === undefined ? tryTexts.waitsOpen : momentText(one.until)
  if (one.what === 'operator') return tryTexts.marks.stopped
  if (one.what === 'decision') return entry + tryTexts.asksPeople((one.slot ?? 0) + 1, state.open[one.step]?.slots ?? 1)
  if (step?.type === 'subworkflow') return entry + tryTexts.childRuns(drawing.names.workflow(step.workflow_id))
  return entry + (step?.type === 'manual' ? tryTexts.asksFor(step.fields.length) : tryTexts.toolRuns)
}

type Way = { label: string; move?: Move }

/** Without a move it is answered in the panel. */
function waysOf(one: Awaited, trial: Trial): Way[] {
  const { short } = tryTexts
  const give = (answer: Extract<Move, { kind: 'answer' }>['answer']): Move => ({ kind: 'answer', of: one, answer })
  const verdict = (decision: 'approve' | 'reject' | 'changes') => give({ decisions: [decision] })
  const outs = trial.outs(one.step)
  switch (one.what) {
    case 'decision':
      return [
        { label: short.approve, move: verdict('approve') },
        { label: short.reject, move: verdict('reject') },
        ...(outs.includes('changes') ? [{ label: short.changes, move: verdict('changes') }] : []),
      ]
    case 'tool':
    case 'child':
      return [
        { label: short.succeeds, move: give({ values: trial.samples(one) }) },
        ...(one.what === 'child' && outs.includes('rejected')
          ? [{ label: short.rejected, move: give({ outcome: 'rejected' }) }]
          : []),
        { label: short.fails, move: give({ ok: false }) },
      ]
    case 'time':
      return one.until === undefined ? [] : [{ label: tryTexts.skip, move: { kind: 'time', to: one.until } }]
    case 'task':
    case 'operator':
      break
  }
  return [{ label: tryTexts.answer }]
}
