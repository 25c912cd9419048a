import { Clock, FastForward, FlaskConical, RotateCcw, SkipForward, StepBack, StepForward } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { momentText } from './clock.ts'
import { tryTexts } from './try.texts.ts'
import type { Trial } from './use-trial.ts'

export function TrialNotice() {
  return (
    <p className="absolute top-4 left-4 z-10 flex h-8 items-center gap-2 rounded-md border bg-card px-2.5 text-xs text-fg-2 shadow-sm">
      <FlaskConical size={14} aria-hidden className="shrink-0 text-accent-text" />
      {tryTexts.trying}
    </p>
  )
}

/** Moves the whole trial: back and on, to its end, and the time it thinks it is. */
export function TrialBar({ trial, onMoved }: { trial: Trial; onMoved: () => void }) {
  const { played, asked } = trial
  const canGoOn = !played || asked !== undefined
  const next = () => {
    onMoved()
    trial.next()
  }
  const run = () => {
    onMoved()
    if (!trial.runToEnd()) toast.warning(tryTexts.tooLong)
  }
  return (
    <div
      role="toolbar"
      aria-label={tryTexts.turns}
      className="absolute bottom-4 left-[calc(50%+2.5rem)] z-10 flex -translate-x-1/2 items-center gap-0.5 rounded-lg border bg-card p-1 shadow-md"
    >
      <IconButton label={tryTexts.startOver} icon={RotateCcw} onClick={trial.restart} />
      <IconButton label={tryTexts.back} icon={StepBack} disabled={!trial.back} onClick={trial.back} />
      <IconButton label={tryTexts.forward} icon={StepForward} disabled={!trial.forward} onClick={trial.forward} />
      <span aria-hidden className="mx-1 h-5 w-px bg-line" />
      <Button variant="ghost" size="sm" icon={SkipForward} disabled={!canGoOn} title={tryTexts.nextHint} onClick={next}>
        {tryTexts.next}
      </Button>
      <Button variant="ghost" size="sm" icon={FastForward} disabled={!canGoOn} onClick={run}>
        <span className="@max-[640px]:sr-only">{tryTexts.runToEnd}</span>
      </Button>
      <span aria-hidden className="mx-1 h-5 w-px bg-line @max-[760px]:hidden" />
      <span className="tnum inline-flex items-center gap-1.5 px-2 text-xs whitespace-nowrap text-fg-2 @max-[760px]:sr-only">
        <Clock size={13} aria-hidden />
        <span className="sr-only">{tryTexts.clock('')}</span>
        {momentText(played?.now ?? trial.began)}
      </span>
    </div>
  )
}
