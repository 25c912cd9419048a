import { CircleCheck, CircleHelp, CircleX, RotateCw } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { texts } from './bulk.texts.ts'
import type { BulkRow } from './run-bulk.ts'
import type { Bulk } from './use-bulk.ts'

const LOOK = {
  refused: { icon: CircleX, glyph: 'text-danger-fg', text: 'text-danger-fg' },
  unknown: { icon: CircleHelp, glyph: 'text-warning-fg', text: 'text-warning-fg' },
  done: { icon: CircleCheck, glyph: 'text-success-fg', text: 'text-fg-2' },
} as const

const ORDER = ['refused', 'unknown', 'done']

/** `mark`: at the end of the line. `done`: what was done with it. */
type SubjectTexts = { name: string; mark?: string; done?: string }

type BulkResultProps<J, S> = {
  bulk: Pick<Bulk<J, S>, 'ran' | 'busy' | 'again' | 'forget'>
  textsOf: (subject: S, job: J) => SubjectTexts
}

/** One row for each, where not all of it was done: done, refused with the reason, or unknown. */
export function BulkResult<J, S extends { id: string }>({ bulk, textsOf }: BulkResultProps<J, S>) {
  const { ran, busy, again, forget } = bulk
  if (!ran) return null
  const { job, rows, title } = ran
  const count = (wanted: keyof typeof LOOK) => rows.filter(({ result }) => result === wanted).length
  const unknown = count('unknown')
  return (
    <Dialog
      onClose={forget}
      title={title}
      note={texts.note(count('refused'), unknown)}
      width={540}
      footer={
        <>
          {unknown > 0 && (
            <Button icon={RotateCw} busy={busy} onClick={again}>
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
      <ul aria-label={texts.results} className="divide-y rounded-md border">
        {rows
          .toSorted((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result))
          .map(({ subject, result, reason }) => (
            <ResultLine key={subject.id} result={result} reason={reason} {...textsOf(subject, job)} />
          ))}
      </ul>
    </Dialog>
  )
}

type ResultLineProps = SubjectTexts & Pick<BulkRow<unknown>, 'result' | 'reason'>

function ResultLine({ name, mark, done = texts.result.done, result, reason }: ResultLineProps) {
  const { icon: Icon, glyph, text } = LOOK[result]
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <Icon size={17} aria-hidden className={cn('shrink-0', glyph)} />
      <span className="sr-only">{texts.result[result]}: </span>
      <span className="min-w-0 flex-1">
        <span translate="no" className="block truncate font-medium">
          {name}
        </span>
        <span className={cn('block text-xs', text)}>{result === 'done' ? done : (reason ?? texts[result])}</span>
      </span>
      {mark !== undefined && (
        <span translate="no" className="tnum shrink-0 text-xs text-fg-2">
          {mark}
        </span>
      )}
    </li>
  )
}
