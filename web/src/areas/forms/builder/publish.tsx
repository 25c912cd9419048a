import { Popover as Base } from '@base-ui/react/popover'
import type { Form, FormChange, FormProblem } from '@throughline/contracts/forms'
import type { MemberId } from '@throughline/contracts/ids'
import type { Author } from '@throughline/contracts/workflows'
import { Layers, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { clockTime } from '../../../shared/format/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { popupLayer } from '../../../ui/popup-style.ts'
import { texts as builderTexts, spec } from '../builder.texts.ts'
import { changeText } from './change-text.ts'
import { problemText } from './problem-text.ts'
import { isDirty, type SessionState } from './session.ts'

const texts = builderTexts.publish

/** Why it cannot be published now, with the way to end that; a warning is only said. */
export type Reason = { key: string; text: string; isWarning?: boolean; act?: { label: string; run: () => void } }

type Ways = { onSave: () => void; onElement: (id: string) => void; onSettings: () => void }

function reasonOf(problem: FormProblem, state: SessionState, { onElement, onSettings }: Ways): Reason {
  const { element, code, level } = problem
  const go = element !== undefined && { label: texts.goToField, run: () => onElement(element) }
  const open = code === 'title_missing' && { label: texts.openSettings, run: onSettings }
  const act = go || open
  return {
    key: `${code} ${element ?? ''} ${JSON.stringify(problem.data ?? '')}`,
    text: problemText(problem, state.content.elements),
    isWarning: level === 'warning',
    ...(act && { act }),
  }
}

export function reasonsOf(state: SessionState, problems: readonly FormProblem[], ways: Ways): Reason[] {
  const { stored: form } = state
  const save = { label: builderTexts.save, run: ways.onSave }
  const unsaved: Reason[] = form
    ? isDirty(state)
      ? [{ key: 'unsaved', text: texts.saveChanges, act: save }]
      : []
    : [{ key: 'new', text: texts.saveNew, act: save }]
  const nothing: Reason[] =
    form?.status === 'active' && form.draft === null && unsaved.length === 0
      ? [{ key: 'nothing', text: texts.nothingNew }]
      : []
  return [...unsaved, ...nothing, ...problems.map((problem) => reasonOf(problem, state, ways))]
}

/** Off, it says why: on a press, and as soon as it has the focus. */
export function PublishButton({ reasons, onPublish }: { reasons: readonly Reason[]; onPublish: () => void }) {
  const [open, setOpen] = useState(false)
  const isBlocked = reasons.some(({ isWarning }) => !isWarning)
  if (!isBlocked)
    return (
      <Button variant="primary" onClick={onPublish}>
        {spec.publish}
      </Button>
    )
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setOpen(true)}
        render={
          <Button variant="primary" aria-disabled className="opacity-60">
            {spec.publish}
          </Button>
        }
      />
      <Base.Portal>
        <Base.Positioner sideOffset={8} align="end" className={popupLayer}>
          <Base.Popup
            // The button keeps the focus, so that one can go on past it.
            initialFocus={false}
            className="popup-motion w-93 rounded-lg border bg-overlay p-3.5 shadow-lg outline-none"
          >
            <Base.Title className="text-sm font-semibold">{texts.notReady}</Base.Title>
            <ol className="mt-2 space-y-2 text-sm">
              {reasons.map(({ key, text, isWarning, act }) => (
                <li key={key} className="flex items-center gap-2">
                  <TriangleAlert
                    size={14}
                    aria-hidden
                    className={cn('shrink-0', isWarning ? 'text-warning-mark' : 'text-danger-mark')}
                  />
                  <span className="min-w-0 flex-1 text-fg-2 wrap-anywhere">
                    {isWarning && <span className="sr-only">{texts.warning} </span>}
                    {text}
                  </span>
                  {act && (
                    <Button
                      size="sm"
                      onClick={() => {
                        setOpen(false)
                        act.run()
                      }}
                    >
                      {act.label}
                    </Button>
                  )}
                </li>
              ))}
            </ol>
            {reasons.some(({ isWarning }) => isWarning) && (
              <p className="mt-2.5 border-t pt-2 text-xs text-fg-3">{texts.warningsNote}</p>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type Group = { who: Author | undefined; own: boolean; changes: FormChange[] }

function groupsOf({ draft }: Form, me: MemberId): Group[] {
  const { authors = [], changes = [] } = draft ?? {}
  const groups = authors.map((who) => ({
    who,
    own: who.id === me,
    changes: changes.filter(({ author }) => author === who.id),
  }))
  const nobodys = changes.filter(({ author }) => !authors.some(({ id }) => id === author))
  const sorted = groups.toSorted((one, other) => Number(other.own) - Number(one.own))
  return nobodys.length > 0 ? [...sorted, { who: undefined, own: false, changes: nobodys }] : sorted
}

type PublishDialogProps = {
  form: Form
  me: MemberId
  busy: boolean
  onPublish: (others: MemberId[], note: string) => void
  onPreview: () => void
  onClose: () => void
}

/** What becomes public, by who changed it; the changes of others need a tick. */
export function PublishDialog({ form, me, busy, onPublish, onPreview, onClose }: PublishDialogProps) {
  const number = (form.current_version ?? 0) + 1
  const groups = useMemo(() => groupsOf(form, me), [form, me])
  const others = groups.flatMap(({ who, own, changes }) => (who && !own ? [{ who, count: changes.length }] : []))
  const [ticked, setTicked] = useState<readonly MemberId[]>([])
  const [note, setNote] = useState('')
  const count = form.draft?.changes.length ?? 0
  const tick = (id: MemberId, on: boolean) => setTicked((now) => (on ? [...now, id] : now.filter((one) => one !== id)))
  return (
    <Dialog
      onClose={onClose}
      width={600}
      title={texts.title(number)}
      note={form.current_version === null ? texts.first : texts.sum(count, groups.length, form.current_version)}
      footer={
        <>
          <Button variant="ghost" className="-ml-2" onClick={onPreview}>
            {texts.preview}
          </Button>
          <span className="flex-1" />
          <Button data-first className="focus:outline-2 focus:outline-offset-2 focus:outline-focus" onClick={onClose}>
            {texts.keep}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={!others.every(({ who }) => ticked.includes(who.id))}
            onClick={() => onPublish([...ticked], note)}
          >
            {texts.publish(number)}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {groups.map((group) => (
          <Changes key={group.who?.id ?? ''} group={group} />
        ))}
        {others.map(({ who, count: theirs }) => (
          <div key={who.id} className="rounded-md bg-warning-bg px-3 py-2.5 text-warning-fg">
            <Checkbox checked={ticked.includes(who.id)} onChange={(on) => tick(who.id, on)}>
              <span className="font-medium">{texts.tick(who.name, theirs)}</span>
            </Checkbox>
          </div>
        ))}
        <p className="flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm">
          <Layers size={16} className="mt-0.5 shrink-0 text-fg-3" aria-hidden />
          {form.current_version === null ? texts.becomesPublic : texts.underWay(form.current_version)}
        </p>
        <Field label={texts.note} optional>
          <Input value={note} maxLength={300} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}

function Changes({ group: { who, own, changes } }: { group: Group }) {
  const zone = useZone()
  const name = who?.name ?? texts.nobody
  return (
    <section aria-label={name} className="overflow-hidden rounded-md border bg-surface">
      <h3 className="flex h-10 items-center gap-2 border-b px-3 text-sm font-medium tracking-normal">
        <Avatar name={name} src={who?.photo ?? undefined} size={22} />
        <span translate="no">{name}</span>
        {own && <span className="font-normal text-fg-3">{texts.you}</span>}
      </h3>
      <ul className="divide-y">
        {changes.map((change, at) => (
          <li key={at} className="flex min-h-9 items-center gap-3 px-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1 wrap-anywhere">{changeText(change)}</span>
            {change.at && <span className="tnum text-xs text-fg-3">{clockTime(change.at, zone)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
