import { useQuery } from '@tanstack/react-query'
import type { MemberId } from '@throughline/contracts/ids'
import type { Author, AuthoredChange, Workflow } from '@throughline/contracts/workflows'
import type { Problem } from '@throughline/flow/compile'
import { Layers } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { clockTime } from '../../../shared/format/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { versionQuery } from '../builder.api.ts'
import { texts } from '../builder.texts.ts'
import { ChangeRow } from '../history/change-line.tsx'
import { historyTexts } from '../history/history.texts.ts'
import { notableChanges } from '../history/notable-changes.ts'
import { type Drawing, drawingOf, type Names } from '../model/drawing.ts'

type PublishDialogProps = {
  workflow: Workflow
  me: MemberId
  names: Names
  drawing: Drawing
  problems: readonly Problem[]
  busy: boolean
  onPublish: (others: MemberId[], note: string) => void
  onKeep: () => void
  onShow: () => void
  onClose: () => void
}

type Group = { who: Author | undefined; own: boolean; changes: AuthoredChange[] }

/** Nobody's part goes unsaid, even if it tells nothing beside somebody else's. */
function worthALine(changes: AuthoredChange[]): AuthoredChange[] {
  const kept = notableChanges(changes)
  return kept.length > 0 ? kept : changes
}

/** One's own first. A change that several had a part in stands with each of them. */
function groupsOf({ draft }: Workflow, me: MemberId): Group[] {
  const { changes = [], authors = [] } = draft ?? {}
  const groups = authors.map((who) => ({
    who,
    own: who.id === me,
    changes: worthALine(changes.filter(({ author, also }) => author === who.id || also?.includes(who.id))),
  }))
  const nobodys = changes.filter(({ author }) => !authors.some(({ id }) => id === author))
  const sorted = groups.toSorted((one, other) => Number(other.own) - Number(one.own))
  return nobodys.length > 0 ? [...sorted, { who: undefined, own: false, changes: nobodys }] : sorted
}

export function PublishDialog(props: PublishDialogProps) {
  const { workflow, me, names, drawing, problems, busy, onPublish, onClose } = props
  const { publish: publishTexts } = texts
  const number = (workflow.current_version ?? 0) + 1
  const groups = useMemo(() => groupsOf(workflow, me), [workflow, me])
  const others = groups.flatMap(({ who, own, changes }) => (who && !own ? [{ who, count: changes.length }] : []))
  const [ticked, setTicked] = useState<readonly MemberId[]>([])
  const [note, setNote] = useState('')
  const older = useQuery({
    ...versionQuery(workflow.id, workflow.current_version ?? 1),
    enabled: workflow.current_version !== null,
  }).data?.document
  const before = useMemo(() => older && drawingOf(older, names), [older, names])
  const count = notableChanges(workflow.draft?.changes ?? []).length
  const allTicked = others.every(({ who }) => ticked.includes(who.id))
  const tick = (id: MemberId, on: boolean) => setTicked((now) => (on ? [...now, id] : now.filter((one) => one !== id)))
  return (
    <Dialog
      onClose={onClose}
      width={620}
      title={publishTexts.title(number)}
      note={count === 0 ? publishTexts.none : publishTexts.sum(count, groups.length, workflow.current_version)}
      footer={
        <>
          <Button variant="ghost" className="-ml-2" onClick={props.onShow}>
            {publishTexts.showOnCanvas}
          </Button>
          <span className="flex-1" />
          <Button
            data-first
            className="focus:outline-2 focus:outline-offset-2 focus:outline-focus"
            onClick={props.onKeep}
          >
            {publishTexts.keep}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={!allTicked || count === 0}
            onClick={() => onPublish([...ticked], note)}
          >
            {publishTexts.publish(number)}
          </Button>
        </>
      }
    >
      {groups.map((group) => (
        <Changes key={group.who?.id ?? ''} group={group} drawing={drawing} before={before} />
      ))}
      {others.map(({ who, count: theirs }) => (
        <div key={who.id} className="mt-3 rounded-md bg-warning-bg px-3 py-2.5 text-warning-fg">
          <Checkbox checked={ticked.includes(who.id)} onChange={(on) => tick(who.id, on)}>
            <span className="font-medium">{publishTexts.tick(who.name, theirs)}</span> {publishTexts.told}
          </Checkbox>
        </div>
      ))}
      <UnfitStarts problems={problems} />
      <p className="mt-3 flex items-center gap-2.5 rounded-md border px-3 py-2.5">
        <Layers size={16} className="shrink-0 text-fg-3" aria-hidden />
        <span>
          <span className="block font-medium">{number === 1 ? publishTexts.firstOne : publishTexts.stays}</span>
          <span className="text-xs text-fg-3">{publishTexts.newOnes(number)}</span>
        </span>
      </p>
      <Field label={publishTexts.note} action={publishTexts.noteHint} className="mt-3">
        <Input
          value={note}
          maxLength={300}
          placeholder={publishTexts.notePlaceholder}
          onChange={(e) => setNote(e.target.value)}
        />
      </Field>
    </Dialog>
  )
}

/** What starts it by itself is changed by nobody here, and would be found out about by its next call. */
function UnfitStarts({ problems }: Pick<PublishDialogProps, 'problems'>) {
  const unfit = problems.filter(({ code }) => code === 'start_unfit')
  if (unfit.length === 0) return null
  return (
    <Banner tone="warning" title={texts.publish.unfitStarts} className="mt-3">
      {unfit.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
    </Banner>
  )
}

type ChangesProps = { group: Group; drawing: Drawing; before: Drawing | undefined }

function Changes({ group: { who, own, changes }, drawing, before }: ChangesProps) {
  const { publish: publishTexts } = texts
  const name = who?.name ?? publishTexts.nobody
  const zone = useZone()
  return (
    <section aria-label={name} className="mt-3 rounded-md border bg-surface">
      <h3 className="flex h-10 items-center gap-2 border-b px-3 text-sm font-medium tracking-normal">
        <Avatar name={name} src={who?.photo ?? undefined} size={22} />
        <span translate="no">{name}</span>
        {own && <span className="font-normal text-fg-3">{publishTexts.you}</span>}
        <span className="tnum ml-auto text-xs font-normal text-fg-3">{publishTexts.changes(changes.length)}</span>
      </h3>
      <ul className="divide-y">
        {changes.map((change) => (
          <ChangeRow
            key={`${change.kind} ${change.path} ${JSON.stringify(change.after)}`}
            change={change}
            drawing={drawing}
            before={before}
          >
            <Tag>{historyTexts.class[change.class]}</Tag>
            {change.at && <span className="tnum w-16 text-right text-xs text-fg-3">{clockTime(change.at, zone)}</span>}
          </ChangeRow>
        ))}
      </ul>
    </section>
  )
}
