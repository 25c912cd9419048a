import type { Played, Problem } from '@throughline/flow/compile'
import { CircleAlert, CircleCheck, RotateCcw } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '../../../ui/button.tsx'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import type { Drawing } from '../model/drawing.ts'
import { momentText } from './trial.ts'
import { tryTexts } from './try.texts.ts'

type EndedProps = { played: Played; ref: Ref<HTMLElement>; onAgain: () => void }

export function Ended({ played, ref, onAgain }: EndedProps) {
  const { state, turns, now } = played
  const cancelled = state.status === 'cancelled'
  return (
    <section ref={ref} className="grid gap-3 rounded-lg border bg-card p-4 shadow-sm">
      <div className="flex items-start gap-2.5">
        <CircleCheck size={20} aria-hidden className="mt-0.5 shrink-0 text-success-mark" />
        <div>
          <h3 className="text-md font-medium">
            {cancelled ? tryTexts.endedCancelled : tryTexts.ended(state.outcome ?? 'completed')}
          </h3>
          <p className="text-xs text-fg-2">{tryTexts.endedHint(momentText(now), turns.length)}</p>
        </div>
      </div>
      <Button icon={RotateCcw} className="justify-self-start" onClick={onAgain}>
        {tryTexts.again}
      </Button>
    </section>
  )
}

type CannotTryProps = { problems: readonly Problem[]; drawing: Drawing; onJump: (step: string) => void }

/** What stands in the way, each with its step. */
export function CannotTry({ problems, drawing, onJump }: CannotTryProps) {
  return (
    <section>
      <div className="mb-3 flex items-start gap-2.5">
        <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0 text-danger-mark" />
        <div>
          <h3 className="text-md font-medium">{tryTexts.cannot}</h3>
          <p className="text-xs text-fg-2">{tryTexts.cannotHint(problems.length)}</p>
        </div>
      </div>
      <ul className="divide-y rounded-md border">
        {problems.map(({ path, code, step, text }) => {
          const drawn = step === undefined ? undefined : drawing.at(step)
          return (
            <li key={`${path} ${code}`} className="relative px-3 py-2 hover:bg-surface-2">
              {drawn && (
                <button
                  type="button"
                  className="row-target inset-focus text-sm font-medium"
                  onClick={() => onJump(drawn.id)}
                >
                  {drawn.name}
                </button>
              )}
              <p className="text-xs text-fg-2">{text}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function TrialFooter({ played, onClose }: { played: Played | undefined; onClose: () => void }) {
  const running = played?.state.status === 'running'
  const said = played ? stateText(played) : tryTexts.notStarted
  return (
    <div className="flex flex-1 items-center gap-2 pl-1">
      <StatusGlyph status={running ? 'in_progress' : played ? 'completed' : 'pending'} />
      <output className="min-w-0 flex-1 text-xs text-fg-2">{said}</output>
      <Button size="sm" onClick={onClose}>
        {tryTexts.leave}
      </Button>
    </div>
  )
}

function stateText({ state }: Played): string {
  if (state.status !== 'running') return tryTexts.ended(state.outcome ?? state.status)
  return tryTexts.footer(Object.keys(state.open).length, Object.keys(state.wait).length)
}
