import { Check, CircleAlert, CloudOff } from 'lucide-react'
import { clockTime } from '../../../shared/format/time.ts'
import type { TaskSurface } from '../detail/frame.ts'
import type { SaveState } from './draft-saver.ts'
import { texts } from './task-form.texts.ts'
import type { AnswerForm } from './use-answers.ts'

type DraftNoteProps = { saving: SaveState; savedAt: string | null; zone: string }

/** Where the answers are: on the server since when, or only here. */
export function DraftNote({ saving, savedAt, zone }: DraftNoteProps) {
  if (saving.kind === 'offline')
    return (
      <output className="inline-flex items-center gap-1.5 text-xs text-warning-fg">
        <CloudOff size={13} aria-hidden className="shrink-0" />
        {texts.offline}
      </output>
    )
  if (saving.kind === 'refused')
    return (
      <output className="text-xs text-danger-fg" title={saving.why}>
        {texts.notSaved}
      </output>
    )
  const at = saving.kind === 'saved' ? saving.at : saving.kind === 'unchanged' ? savedAt : null
  const busy = saving.kind === 'waiting' || saving.kind === 'sending'
  return (
    <output className="inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-fg-3">
      {busy && <span aria-hidden>{texts.savingDraft}</span>}
      {at !== null && (
        <>
          <Check size={13} aria-hidden className="shrink-0 text-success-fg" />
          {texts.draftSaved(clockTime(at, zone))}
        </>
      )}
    </output>
  )
}

const NAMED = 3

/** How many answers have to be put right; a press leads to the first. */
export function FixNote({ answers: { wrong, goTo }, surface }: { answers: AnswerForm; surface: TaskSurface }) {
  const [first, ...rest] = wrong
  if (!first) return null
  const others = rest.slice(0, NAMED - 1)
  const more = rest.length - others.length
  const link = 'rounded-xs underline underline-offset-2'
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-xs font-medium text-danger-fg">
      <CircleAlert size={13} aria-hidden className="shrink-0" />
      <span className="min-w-0">
        {texts.toFix(wrong.length)}
        {surface === 'page' ? ': ' : '. '}
        <button type="button" className={link} onClick={() => goTo(first.name)}>
          {surface === 'page' ? <span translate="no">{first.label}</span> : texts.goToFirst}
        </button>
        {surface === 'page' && (
          <>
            {others.length > 0 && <span translate="no">{texts.and(others.map(({ label }) => label).join(', '))}</span>}
            {more > 0 && texts.andMore(more)}
          </>
        )}
      </span>
    </p>
  )
}
