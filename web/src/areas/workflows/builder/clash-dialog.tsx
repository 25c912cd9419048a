import type { CurrentUser } from '@throughline/contracts/auth'
import type { Author } from '@throughline/contracts/workflows'
import { type Change, type Conflict, type Known, merge, type Side, validate } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval/tree'
import { Info } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ClashSides } from '../../../shared/clash-sides.tsx'
import { clockTime } from '../../../shared/format/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { texts } from '../builder.texts.ts'
import { StepGlyph } from '../canvas/step-kinds.tsx'
import { ChangeRow, SettingsGlyph } from '../history/change-line.tsx'
import { changeText } from '../history/change-text.ts'
import { type Drawing, drawingOf, type Names } from '../model/drawing.ts'
import { documentOf } from './document.ts'
import type { Clash } from './session-state.ts'

const MAX_VALUE_LENGTH = 120

/** A setting that both changed: what it is called, and its value on each side. */
interface ConflictTexts {
  title: string
  label: string
  was: string
  mine: string
  theirs: string
}

const isTexts = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

function conflictTexts({ path, step, base, mine, theirs }: Conflict, drawing: Drawing): ConflictTexts {
  const leads = /\/(next|else|back)$/.test(path) || path === '/start_step'
  const side = (value: Json | undefined) =>
    changeText(
      {
        kind: base === undefined ? 'added' : value === undefined ? 'removed' : 'changed',
        what: path === `/steps/${step}` ? 'step' : 'setting',
        class: 'text',
        path,
        ...(step !== undefined && { step }),
        ...(base !== undefined && { before: base }),
        ...(value !== undefined && { after: value }),
      },
      drawing,
    )
  const titles = (ids: readonly string[]) => ids.map((id) => drawing.at(id)?.step.name ?? id).join(', ')
  const valueText = (value: Json | undefined, said: string | undefined): string => {
    if (value === undefined || (isTexts(value) && value.length === 0)) return texts.clash.nothing
    if (leads && isTexts(value)) return titles(value)
    if (leads && typeof value === 'string') return titles([value])
    const text = said ?? (typeof value === 'string' ? value : JSON.stringify(value))
    return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text
  }
  const [my, their] = [side(mine), side(theirs)]
  const last = path.split('/').findLast((key) => !/^\d+$/.test(key)) ?? ''
  return {
    title: my.title,
    label: my.label ?? their.label ?? (path === `/steps/${step}` ? '' : last.replaceAll('_', ' ')),
    was: valueText(base, my.before ?? their.before),
    mine: valueText(mine, my.after ?? my.text),
    theirs: valueText(theirs, their.after ?? their.text),
  }
}

type ClashDialogProps = {
  clash: Clash
  mine: FlowDoc
  user: CurrentUser
  names: Names
  known: Known
  onResolve: (take: Record<string, Side>) => Promise<unknown>
  onCopy: () => Promise<unknown>
  onDiscard: () => void
  /** Answered later. */
  onClose: () => void
}

/** What fits is merged already; only places that both changed ask which of the two. */
export function ClashDialog(props: ClashDialogProps) {
  const { clash, mine, user, names, known, onResolve } = props
  const { clash: clashTexts } = texts
  const { base, theirs, merged } = clash
  const [take, setTake] = useState<Record<string, Side>>(() =>
    Object.fromEntries(merged.conflicts.map(({ path }) => [path, 'mine'])),
  )
  const them = theirs.changed_by ?? undefined
  const drawing = useMemo(() => drawingOf(merged.doc, names), [merged, names])
  const fitting = fittingChanges(merged, user, them)
  const errors = useMemo(() => {
    const together = merge(base, mine, documentOf(theirs), take).doc
    return validate({ ...together, id: theirs.id }, known).filter(({ level }) => level === 'E').length
  }, [base, mine, theirs, take, known])
  return (
    <Dialog
      onClose={props.onClose}
      stays
      width={640}
      title={clashTexts.title(them?.name ?? clashTexts.someone)}
      note={clashTexts.sum(fitting.length, merged.conflicts.length)}
      footer={<Answers onCopy={props.onCopy} onDiscard={props.onDiscard} onMerge={() => onResolve(take)} />}
    >
      <h3 className="mt-1 text-xs font-medium tracking-normal text-fg-3">{clashTexts.choose}</h3>
      {merged.conflicts.map((conflict, n) => (
        <ConflictChoice
          key={conflict.path}
          first={n === 0}
          conflict={conflictTexts(conflict, drawing)}
          drawing={drawing}
          step={conflict.step}
          me={user}
          them={them}
          at={theirs.draft?.updated_at}
          side={take[conflict.path] ?? 'mine'}
          onSide={(side) => setTake((now) => ({ ...now, [conflict.path]: side }))}
        />
      ))}
      <h3 className="mt-4 text-xs font-medium tracking-normal text-fg-3">{clashTexts.both}</h3>
      {fitting.length === 0 ? (
        <p className="mt-1.5 text-sm text-fg-3">{clashTexts.none}</p>
      ) : (
        <ul className="mt-1.5 divide-y rounded-md border">
          {fitting.map(({ key, change, by }) => (
            <ChangeRow key={key} change={change} drawing={drawing}>
              <span translate="no" className="inline-flex items-center gap-1.5 text-xs text-fg-2">
                <Avatar name={by.name} src={by.photo ?? undefined} size={18} />
                {by.name}
              </span>
            </ChangeRow>
          ))}
        </ul>
      )}
      <p className="mt-3 flex items-start gap-2.5 rounded-md bg-surface-2 px-3 py-2 text-xs text-fg-2">
        <Info size={14} aria-hidden className="mt-px shrink-0" />
        {clashTexts.checked(errors)}
      </p>
    </Dialog>
  )
}

/** The changes of both that no conflict is about, theirs first. */
function fittingChanges({ conflicts, mine, theirs }: Clash['merged'], me: CurrentUser, them: Author | undefined) {
  const conflicting = new Set(conflicts.map(({ path }) => path))
  const made = (changes: readonly Change[], by: Author | undefined) =>
    changes
      .filter(({ path }) => !conflicting.has(path))
      .map((change) => ({
        key: `${by?.id} ${change.kind} ${change.path} ${JSON.stringify(change.after)}`,
        change,
        by: by ?? me,
      }))
  return [...made(theirs, them), ...made(mine, undefined)]
}

type AnswersProps = { onCopy: () => Promise<unknown>; onDiscard: () => void; onMerge: () => Promise<unknown> }

function Answers({ onCopy, onDiscard, onMerge }: AnswersProps) {
  const { clash: clashTexts } = texts
  const [busy, setBusy] = useState(false)
  const whileBusy = (act: () => Promise<unknown>) => {
    setBusy(true)
    void act().finally(() => setBusy(false))
  }
  return (
    <>
      <Button variant="ghost" className="-ml-2" disabled={busy} onClick={() => whileBusy(onCopy)}>
        {clashTexts.copy}
      </Button>
      <span className="flex-1" />
      <Button disabled={busy} onClick={onDiscard}>
        {clashTexts.discard}
      </Button>
      <Button variant="primary" busy={busy} onClick={() => whileBusy(onMerge)}>
        {clashTexts.merge}
      </Button>
    </>
  )
}

type ConflictChoiceProps = {
  first: boolean
  conflict: ConflictTexts
  drawing: Drawing
  step: string | undefined
  me: CurrentUser
  them: Author | undefined
  at: string | undefined
  side: Side
  onSide: (side: Side) => void
}

function ConflictChoice({ first, conflict, drawing, step, me, them, at, side, onSide }: ConflictChoiceProps) {
  const { clash: clashTexts } = texts
  const drawn = step === undefined ? undefined : drawing.at(step)
  const sides = [
    { value: 'mine', who: me.name, photo: me.photo, note: clashTexts.you, text: conflict.mine },
    {
      value: 'theirs',
      who: them?.name ?? clashTexts.someone,
      photo: them?.photo,
      note: at && clockTime(at, me.time_zone),
      text: conflict.theirs,
    },
  ] as const
  return (
    <div className="mt-1.5 rounded-lg border p-3">
      <p className="flex items-center gap-2 text-sm">
        {drawn ? <StepGlyph type={drawn.step.type} /> : <SettingsGlyph />}
        <span translate="no" className="truncate font-medium">
          {drawn ? `${drawn.n} ${conflict.title}` : conflict.title}
        </span>
        <span className="shrink-0 text-fg-3 first-letter:uppercase">{conflict.label}</span>
        <span translate="no" className="ml-auto min-w-0 truncate font-mono text-xs text-fg-3">
          {clashTexts.was(conflict.was)}
        </span>
      </p>
      <ClashSides
        label={clashTexts.which(`${conflict.title} ${conflict.label}`)}
        {...{ sides, side, onSide, first }}
        mono
      />
    </div>
  )
}
