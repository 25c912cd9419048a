import type { Instance } from '@throughline/contracts/instances'
import { PRIORITIES, type Priority } from '@throughline/contracts/running'
import { Check } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { DiscardDialog } from '../../../shared/discard-dialog.tsx'
import { useUnsavedGuard } from '../../../shared/unsaved.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { spec, texts } from './detail.texts.ts'
import { type Edit, type EditField, useEdit } from './use-edit.ts'

type EditFormProps = { instance: Instance; zone: string; onDone: () => void }

/** The head of the page while it is changed: same place, same order. Only what changed is sent. */
export function EditForm({ instance, zone, onDone }: EditFormProps) {
  const edit = useEdit(instance, zone, onDone)
  const { changed, replaced, saving, save } = edit
  const [canceling, setCanceling] = useState(false)
  const unsaved = changed.length > 0
  const guard = useMemo(
    () => ({
      stays: (pathname: string) => pathname === `/instances/${instance.id}`,
      settle: () => Promise.resolve(false),
    }),
    [instance.id],
  )
  const leaving = useUnsavedGuard(unsaved && !saving, guard)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const stop = () => (unsaved ? setCanceling(true) : onDone())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 's' && hasMod(event)) submit(event)
    else if (event.key === 'Escape') stop()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its buttons
    <form
      ref={form}
      aria-label={texts.editing}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      noValidate
      className="border-b border-accent-line bg-accent-subtle px-6 py-4 @max-[600px]:px-4"
    >
      <h1 className="sr-only" translate="no">
        {instance.title}
      </h1>
      <EditFields edit={edit} instance={instance} />
      {replaced.length > 0 && (
        <Banner tone="warning" className="mt-3" title={texts.changedMeanwhile(labelsOf(replaced))} />
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <output className="flex-1 text-xs text-fg-2">
          {texts.changes(labelsOf(changed))} {changed.includes('due_date') && texts.dueNote}
        </output>
        <Button onClick={stop}>{spec.cancel}</Button>
        <Button type="submit" variant="primary" icon={Check} kbd={modKey('S')} busy={saving}>
          {spec.save}
        </Button>
      </div>
      <DiscardDialog
        canceling={canceling}
        leaving={leaving}
        onStay={() => setCanceling(false)}
        onDiscard={() => canceling && onDone()}
      />
    </form>
  )
}

function EditFields({ edit: { values, set }, instance }: { edit: Edit; instance: Instance }) {
  return (
    <div className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,2fr)_176px_auto] items-start gap-3 @max-[940px]:grid-cols-2 @max-[560px]:grid-cols-1">
      <Field label={spec.fields.title} optional>
        <Input
          value={values.title}
          maxLength={300}
          placeholder={instance.name}
          translate="no"
          dir="auto"
          onChange={({ target }) => set('title', target.value)}
          className="font-medium"
        />
      </Field>
      <Field label={spec.fields.description}>
        <Input
          value={values.description}
          maxLength={5000}
          dir="auto"
          onChange={({ target }) => set('description', target.value)}
        />
      </Field>
      <Field label={spec.fields.due_date}>
        <Input type="date" value={values.due_date} onChange={({ target }) => set('due_date', target.value)} />
      </Field>
      <div>
        <p className="mb-1.5 text-sm font-medium">{spec.fields.priority}</p>
        <Segmented<Priority>
          label={spec.fields.priority}
          value={values.priority}
          onChange={(next) => set('priority', next)}
          items={prioritiesFor(instance.priority)}
        />
      </div>
    </div>
  )
}

const labelsOf = (names: readonly EditField[]) => names.map((name) => spec.fields[name])

/** The specification's three; what is urgent already can stay so. */
const prioritiesFor = (now: Priority) =>
  PRIORITIES.filter((level) => level !== 'urgent' || now === 'urgent')
    .toReversed()
    .map((value) => ({ value, label: texts.priorities[value] }))
