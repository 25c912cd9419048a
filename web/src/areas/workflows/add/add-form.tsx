import type { CurrentUser } from '@throughline/contracts/auth'
import { CALENDAR_TYPES } from '@throughline/contracts/calendar-lists'
import { TEMPLATE_CATEGORIES } from '@throughline/contracts/template-lists'
import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { can } from '../../../shared/current-user.ts'
import { categoryName } from '../../../shared/workflow-categories.texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts as builderTexts } from '../builder.texts.ts'
import type { Drawing } from '../model/drawing.ts'
import { AccessFields } from '../parts/access-fields.tsx'
import { followingPrefix } from '../propose-prefix.ts'
import { Cards } from '../step/parts/cards.tsx'
import { spec as listSpec } from '../workflows.texts.ts'
import { texts as addTexts } from './add.texts.ts'
import { withStepAdded } from './form-steps.ts'
import { StepRow } from './step-row.tsx'
import type { AddDraft, Changes } from './use-add-draft.ts'

const texts = addTexts.form
const TYPES = (['sequential', 'parallel'] as const).map((value) => ({ value, label: texts.types[value] }))
const UNCATEGORIZED = 'Uncategorized'

/** Those of templates and of the calendar, and whatever the document says itself. */
function categories(own: string) {
  const known: string[] = [UNCATEGORIZED, ...TEMPLATE_CATEGORIES, ...CALENDAR_TYPES]
  return [...new Set([...known, own])].map((value) => ({
    value,
    label: value === UNCATEGORIZED ? listSpec.uncategorized : categoryName(value),
  }))
}

type AddFormProps = {
  user: CurrentUser
  draft: AddDraft
  drawing: Drawing
  problems: readonly Problem[]
  change: (changes: Changes) => void
  /** A try to create it found name or prefix missing. */
  invalid: boolean
  onSubmit: () => void
}

export function AddForm({ user, draft, drawing, problems, change, invalid, onSubmit }: AddFormProps) {
  const { doc, access } = draft
  const name = useRef<HTMLInputElement>(null)
  const prefix = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  useEffect(() => {
    if (invalid) (name.current?.value.trim() ? prefix : name).current?.focus()
  }, [invalid])

  const edit = (next: Partial<FlowDoc>) => change({ doc: { ...doc, ...next }, text: undefined })
  const onEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onSubmit()
  }
  const missing = (value: string) => (invalid && !value.trim() ? { 'aria-invalid': true } : {})
  return (
    <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-4">
      <div className="grid grid-cols-[1fr_112px] gap-3">
        <Field label={texts.name}>
          <Input
            ref={name}
            required
            maxLength={120}
            autoComplete="off"
            value={doc.name}
            onKeyDown={onEnter}
            onChange={({ target }) =>
              edit({ name: target.value, prefix: followingPrefix(doc.name, doc.prefix, target.value) })
            }
            {...missing(doc.name)}
          />
        </Field>
        <Field label={texts.prefix} action={<span translate="no">{texts.example(doc.prefix)}</span>}>
          <Input
            ref={prefix}
            required
            maxLength={10}
            autoComplete="off"
            className="font-mono"
            value={doc.prefix}
            onKeyDown={onEnter}
            onChange={(event) => edit({ prefix: event.target.value.toUpperCase() })}
            {...missing(doc.prefix)}
          />
        </Field>
      </div>
      <Field label={texts.description}>
        <Textarea
          rows={2}
          maxLength={2000}
          value={doc.description ?? ''}
          onChange={(event) => edit({ description: event.target.value })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <div>
          <Cards label={texts.type} value={doc.type} onChange={(type) => edit({ type })} items={TYPES} columns={2} />
          <p className="mt-1.5 text-xs text-fg-3">{builderTexts.settings.typeHints[doc.type]}</p>
        </div>
        <Field label={texts.category}>
          <Select
            value={doc.metadata.category}
            onChange={(category) => edit({ metadata: { ...doc.metadata, category } })}
            items={categories(doc.metadata.category)}
          />
        </Field>
      </div>
      <StepList drawing={drawing} problems={problems} onChange={(next) => change({ doc: next, text: undefined })} />
      {user.organization_id && can(user, 'workflows.visibility') && (
        <AccessFields orgId={user.organization_id} choice={access} onChange={(next) => change({ access: next })} />
      )}
    </div>
  )
}

type StepListProps = { drawing: Drawing; problems: readonly Problem[]; onChange: (doc: FlowDoc) => void }

/** Every step in the order of the outline, numbered by its place. */
function StepList({ drawing, problems, onChange }: StepListProps) {
  const list = useRef<HTMLOListElement>(null)
  const { doc, steps } = drawing
  /** The focus follows the step, or stays where one was. */
  const edit = (next: FlowDoc, focus: number) => {
    flushSync(() => onChange(next))
    list.current?.querySelectorAll<HTMLInputElement>('input[data-name]')[focus]?.focus()
  }
  return (
    <section aria-label={texts.steps}>
      <div className="mb-1.5 flex items-center">
        <h3 className="flex-1 text-sm font-medium tracking-normal">{texts.steps}</h3>
        <Button
          size="sm"
          variant="ghost"
          icon={Plus}
          className="-mr-2 text-accent-text"
          onClick={() => edit(withStepAdded(doc), steps.length)}
        >
          {texts.addStep}
        </Button>
      </div>
      <ol ref={list} className="divide-y rounded-md border">
        {steps.map(({ n, step }) => (
          <StepRow
            key={n}
            doc={doc}
            step={step}
            problems={problems}
            n={n}
            count={steps.length}
            onChange={onChange}
            onMove={(next, by) => edit(next, n - 1 + by)}
            onRemove={(next) => edit(next, Math.min(n - 1, steps.length - 2))}
          />
        ))}
      </ol>
      <p className="mt-1.5 text-xs text-fg-3">{texts.later}</p>
    </section>
  )
}
