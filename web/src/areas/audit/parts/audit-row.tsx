import type { AuditEntry } from '@throughline/contracts/audit'
import { deviceName } from '@throughline/contracts/device-name'
import { Bot, ChevronRight, CircleQuestionMark, Link2Off, LoaderCircle } from 'lucide-react'
import { numberText as count } from '../../../shared/format/count.ts'
import { preciseTime } from '../../../shared/format/moments.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import type { LogRow } from '../audit.api.ts'
import { texts } from '../audit.texts.ts'
import { RowDetails } from './row-details.tsx'
import { nobodyName, type Sentence, sentenceOf } from './sentence.ts'
import type { Verified } from './use-verify.ts'

const rowTexts = texts.row

type AuditRowProps = {
  entry: LogRow
  timeZone: string
  open: boolean
  onFlip: () => void
  /** Where the chain is broken, if it is. */
  broken: Verified['broken']
}

export function AuditRow({ entry, timeZone, open, onFlip, broken }: AuditRowProps) {
  const { seq } = entry
  const bad = broken !== null && seq === broken.seq
  const doubtful = broken !== null && seq !== null && seq > broken.seq
  const sentence = sentenceOf(entry)
  const paint = bad ? 'bg-danger-bg/60 dark:bg-danger-bg/50' : open ? 'bg-surface-2' : 'hover:bg-surface-2'
  return (
    <>
      <tr
        data-row={entry.id}
        data-seq={seq ?? undefined}
        className={cn('h-(--row-height) [&>td]:px-2.5', !open && '[&>td]:border-b', paint)}
        // The button in the first cell does the same for the keyboard.
        onClick={onFlip}
      >
        <td className="pr-0!">
          <button
            type="button"
            data-main
            aria-expanded={open}
            aria-label={seq === null ? rowTexts.detailsUnsealed : rowTexts.details(count(seq))}
            onClick={(event) => {
              event.stopPropagation()
              onFlip()
            }}
            className="grid size-6 place-items-center rounded-sm text-fg-3 hover:bg-surface-3"
          >
            <ChevronRight
              size={15}
              aria-hidden
              className={cn('transition-transform motion-reduce:transition-none', open && 'rotate-90')}
            />
          </button>
        </td>
        <td translate="no" className="tnum whitespace-nowrap text-fg-2">
          {preciseTime(entry.at, timeZone)}
        </td>
        <td>
          <Who entry={entry} />
        </td>
        <td className="truncate">
          <What sentence={sentence} />
        </td>
        <td translate="no" className="truncate text-fg-2">
          {entry.device && deviceName(entry.device)}
          {entry.device && entry.address && <span className="text-fg-3"> · </span>}
          <span className="tnum text-fg-3">{entry.address}</span>
        </td>
        <td className="tnum pr-4! text-right whitespace-nowrap text-fg-3">
          <SequenceNumber seq={seq} bad={bad} doubtful={doubtful} />
        </td>
      </tr>
      {open && (
        <tr className={paint}>
          <td colSpan={6} className="border-b p-0">
            <RowDetails entry={entry} timeZone={timeZone} broken={bad ? broken : null} />
          </td>
        </tr>
      )}
    </>
  )
}

/** "approved Approve purchase of PUR-1 Desks" */
function What({ sentence }: { sentence: Sentence }) {
  return (
    <>
      <span
        translate={sentence.known ? undefined : 'no'}
        className={cn(sentence.worrying ? 'text-danger-fg' : 'text-fg-2', !sentence.known && 'font-mono text-xs')}
      >
        {sentence.words}
      </span>{' '}
      {sentence.object && (
        <span translate={sentence.hidden ? undefined : 'no'} className={sentence.hidden ? 'text-fg-3' : 'font-medium'}>
          {sentence.object}
        </span>
      )}
      {sentence.of && (
        <>
          {' '}
          <span className="text-fg-2">{texts.of}</span>{' '}
          <span translate="no" className="font-medium">
            {sentence.of}
          </span>
        </>
      )}
    </>
  )
}

function Who({ entry }: { entry: AuditEntry }) {
  const { actor } = entry
  if (actor)
    return (
      <span className="flex items-center gap-2">
        <Avatar name={actor.name || rowTexts.unnamed} src={actor.photo ?? undefined} size={22} />
        <span translate={actor.name ? 'no' : undefined} className="truncate font-medium">
          {actor.name || rowTexts.unnamed}
        </span>
      </span>
    )
  const name = nobodyName(entry)
  const Icon = name === rowTexts.unknownPerson ? CircleQuestionMark : Bot
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className="grid size-5.5 shrink-0 place-items-center rounded-full bg-neutral-bg text-neutral-fg"
      >
        <Icon size={13} />
      </span>
      <span className="truncate font-medium">{name}</span>
    </span>
  )
}

function SequenceNumber({ seq, bad, doubtful }: { seq: number | null; bad: boolean; doubtful: boolean }) {
  if (seq === null)
    return (
      <span className="flex items-center justify-end gap-1.5">
        <LoaderCircle size={13} aria-hidden className="animate-spin motion-reduce:animate-none" />
        {rowTexts.beingSealed}
      </span>
    )
  if (bad)
    return (
      <span className="flex items-center justify-end gap-1.5 font-medium text-danger-fg">
        <Link2Off size={14} aria-hidden />
        <span className="sr-only">{rowTexts.broken}</span>
        <span translate="no">{count(seq)}</span>
      </span>
    )
  return (
    <span translate="no" className={doubtful ? 'text-warning-fg' : undefined}>
      {doubtful && <span className="sr-only">{rowTexts.inDoubt}</span>}
      {count(seq)}
      {doubtful && <span aria-hidden> ?</span>}
    </span>
  )
}
