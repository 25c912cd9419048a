import type { TaskRow } from '@throughline/contracts/tasks'
import { Check, Hand } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../home.texts.ts'
import { actOf } from '../use-row-acts.ts'

type RowActButtonProps = {
  task: TaskRow
  busy: boolean
  onAct: (task: TaskRow) => void
  /** Stands there without being pointed at. */
  always?: boolean
}

export function RowActButton({ task, busy, onAct, always = false }: RowActButtonProps) {
  const act = actOf(task)
  return (
    <span
      className={cn(
        'relative z-10 shrink-0',
        !always && !busy && 'hidden group-focus-within:inline group-hover:inline',
      )}
    >
      <Button
        data-act
        size="sm"
        className="max-[759px]:min-h-11"
        icon={act === 'claim' ? Hand : Check}
        busy={busy}
        aria-label={texts.actNamed(texts.acts[act], task.name)}
        onClick={() => onAct(task)}
      >
        {texts.acts[act]}
      </Button>
    </span>
  )
}
