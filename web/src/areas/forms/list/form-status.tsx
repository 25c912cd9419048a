import type { FormRow } from '@throughline/contracts/forms'
import { CirclePause, Lock } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { texts } from '../forms.texts.ts'

/** Why it takes no responses, in a few words. */
function closedNote({ closed, submission_count }: FormRow, day: (at: string) => string): string {
  if (!closed) return ''
  if (closed.because === 'limit') return texts.closedAtLimit(submission_count, closed.limit ?? submission_count)
  if (closed.since) return texts.closedSince(day(closed.since))
  return closed.because === 'by_hand' ? texts.closedByHand : ''
}

/** Told by shape and word; the note beside it says what is not public, or why it is closed. */
export function FormState({ form }: { form: FormRow }) {
  const zone = useZone()
  const now = useNow()
  const note = form.closed
    ? closedNote(form, (at) => shortDate(at, zone, now))
    : form.status === 'active' && form.draft_changes > 0
      ? texts.changes(form.draft_changes)
      : ''
  return (
    <span className="flex min-w-0 items-center gap-2 whitespace-nowrap" title={note || undefined}>
      {form.status === 'draft' && <StatusGlyph status="draft" />}
      {form.status === 'active' && form.closed && (
        <CirclePause size={14} aria-hidden className="shrink-0 text-quiet-mark" />
      )}
      {form.status === 'active' && !form.closed && (
        <span aria-hidden className="mx-[3px] size-2 shrink-0 rounded-full bg-success-mark" />
      )}
      <span className={form.closed ? 'text-fg-2' : undefined}>
        {form.status === 'draft' ? texts.draft : form.closed ? texts.closed : texts.active}
      </span>
      {note && <span className="truncate text-xs text-fg-3 @max-[1120px]:sr-only">{note}</span>}
    </span>
  )
}

/** Only where it is limited: the lock names whom it is limited to. */
export function FormLock({ access: { visibility, teams, people } }: Pick<FormRow, 'access'>) {
  if (visibility === 'everyone') return null
  const [first, ...others] = [...teams, ...people].map(({ name }) => name)
  return (
    <Tag icon={Lock}>
      <span className="sr-only">{texts.visibleTo} </span>
      <span translate="no">{first === undefined ? texts.noOne : texts.andMore(first, others.length)}</span>
    </Tag>
  )
}
