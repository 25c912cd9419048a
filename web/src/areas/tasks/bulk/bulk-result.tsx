import { CircleCheck, CircleHelp, CircleX, type LucideIcon, RotateCw } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { texts } from './bulk.texts.ts'
import type { ActName } from './fits.ts'
import type { RowResult } from './use-bulk.ts'

const LOOK: Record<RowResult['state'], { icon: LucideIcon; glyph: string; text: string }> = {
  done: { icon: CircleCheck, glyph: 'text-success-fg', text: 'text-fg-2' },
  refused: { icon: CircleX, glyph: 'text-danger-fg', text: 'text-danger-fg' },
  unknown: { icon: CircleHelp, glyph: 'text-warning-fg', text: 'text-warning-fg' },
}

type BulkResultProps = {
  act: ActName
  results: readonly RowResult[]
  busy: boolean
  onAgain: () => void
  onClose: () => void
}

/** One row for each: done, refused with the reason, or unknown. Only unknown ones are tried again. */
export function BulkResult({ act, results, busy, onAgain, onClose }: BulkResultProps) {
  const count = (state: RowResult['state']) => results.filter((result) => result.state === state).length
  const unknown = count('unknown')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.some[act](count('done'), results.length)}
      note={texts.note(count('refused'), unknown)}
      width={540}
      footer={
        <>
          {unknown > 0 && (
            <Button icon={RotateCw} busy={busy} onClick={onAgain}>
              {texts.again(unknown)}
            </Button>
          )}
          <DialogClose>
            <Button data-first variant="primary">
              {texts.close}
            </Button>
          </DialogClose>
        </>
      }
    >
      <ul aria-label={texts.result} className="divide-y rounded-md border">
        {results.map((result) => (
          <ResultRow key={result.task.id} act={act} result={result} />
        ))}
      </ul>
    </Dialog>
  )
}

function ResultRow({ act, result: { task, state, reason } }: { act: ActName; result: RowResult }) {
  const { icon: Icon, glyph, text } = LOOK[state]
  const words = state === 'done' ? texts.row[act] : state === 'refused' ? (reason ?? texts.refused) : texts.unknown
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <Icon size={17} aria-hidden className={cn('shrink-0', glyph)} />
      <span className="min-w-0 flex-1">
        <span translate="no" className="block truncate font-medium">
          {task.name} · {task.instance_name}
        </span>
        <span className={cn('block text-xs', text)}>
          <span className="sr-only">{texts.states[state]}: </span>
          {words}
        </span>
      </span>
      <span translate="no" className="tnum text-xs text-fg-2">
        {task.key}
      </span>
    </li>
  )
}
