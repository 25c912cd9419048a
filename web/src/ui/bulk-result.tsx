import { CircleCheck, CircleHelp, CircleX, RotateCw } from 'lucide-react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { Dialog, DialogClose } from './dialog.tsx'

const LOOK = {
  refused: { icon: CircleX, glyph: 'text-danger-fg', text: 'text-danger-fg' },
  unknown: { icon: CircleHelp, glyph: 'text-warning-fg', text: 'text-warning-fg' },
  done: { icon: CircleCheck, glyph: 'text-success-fg', text: 'text-fg-2' },
} as const

const ORDER = ['refused', 'unknown', 'done']

type Result = keyof typeof LOOK

interface ResultTexts {
  note: (refused: number, unknown: number) => string
  again: (unknown: number) => string
  close: string
  results: string
  result: Record<Result, string>
  /** Where nobody said why. */
  refused: string
  unknown: string
}

interface ResultRow {
  id: string
  name: string
  /** At the end of the line. */
  mark?: string
  result: Result
  /** Or what was done with it. */
  reason?: string | undefined
}

type BulkResultProps = {
  title: (done: number, all: number) => string
  words: ResultTexts
  rows: readonly ResultRow[]
  busy: boolean
  onAgain: () => void
  onClose: () => void
}

/** One row for each: done, refused with the reason, or unknown. */
export function BulkResultDialog({ title, words, rows, busy, onAgain, onClose }: BulkResultProps) {
  const count = (wanted: Result) => rows.filter(({ result }) => result === wanted).length
  const unknown = count('unknown')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title(count('done'), rows.length)}
      note={words.note(count('refused'), unknown)}
      width={540}
      footer={
        <>
          {unknown > 0 && (
            <Button icon={RotateCw} busy={busy} onClick={onAgain}>
              {words.again(unknown)}
            </Button>
          )}
          <DialogClose>
            <Button data-first variant="primary">
              {words.close}
            </Button>
          </DialogClose>
        </>
      }
    >
      <ul aria-label={words.results} className="divide-y rounded-md border">
        {rows
          .toSorted((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result))
          .map((row) => (
            <ResultLine key={row.id} row={row} words={words} />
          ))}
      </ul>
    </Dialog>
  )
}

function ResultLine({ row: { name, mark, result, reason }, words }: { row: ResultRow; words: ResultTexts }) {
  const { icon: Icon, glyph, text } = LOOK[result]
  const why = reason ?? (result === 'done' ? words.result.done : words[result])
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <Icon size={17} aria-hidden className={cn('shrink-0', glyph)} />
      <span className="sr-only">{words.result[result]}: </span>
      <span className="min-w-0 flex-1">
        <span translate="no" className="block truncate font-medium">
          {name}
        </span>
        <span className={cn('block text-xs', text)}>{why}</span>
      </span>
      {mark !== undefined && (
        <span translate="no" className="tnum shrink-0 text-xs text-fg-2">
          {mark}
        </span>
      )}
    </li>
  )
}
