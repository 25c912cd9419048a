import { Link } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { FormFields } from '../../tasks/parts/form-fields.tsx'
import { CustomerField } from '../parts/customer-field.tsx'
import { spec, texts } from './start.texts.ts'
import type { StartForm, Starting } from './use-start.ts'

const PRIORITIES = (['low', 'medium', 'high'] as const).map((value) => ({ value, label: texts.priorities[value] }))

type StartFieldsProps = {
  form: StartForm
  starting: Starting
  /** It was handed in: everything that is wrong is said, not only what was left. */
  handed: boolean
  mayNarrow: boolean
  first: RefObject<HTMLInputElement | null>
}

/** The fields of every instance first, then those of the workflow. */
export function StartFields({ form, starting, handed, mayNarrow, first }: StartFieldsProps) {
  const { draft, change } = starting
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const leave = (name: string) => setLeft((before) => new Set([...before, name]))
  const shows = (name: string) => handed || left.has(name)
  const missing = shows('own.name') && draft.name.trim() === ''
  return (
    <>
      <Field
        label={spec.fields.name}
        hint={texts.becomes(`${form.workflow.prefix}-${form.next_number}`)}
        error={missing && texts.nameNeeded}
        action={
          <Link
            to="/workflows/$workflowId/instances"
            params={{ workflowId: form.workflow.id }}
            search={{ panel: 'table' }}
            className={quietLinkClass}
          >
            {texts.fromTable}
          </Link>
        }
      >
        <Input
          ref={first}
          required
          maxLength={200}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
          onBlur={() => leave('own.name')}
        />
      </Field>
      <Field label={spec.fields.title} optional>
        <Input
          maxLength={300}
          placeholder={draft.name}
          translate="no"
          value={draft.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <Field label={spec.fields.description} optional>
        <Textarea
          rows={2}
          maxLength={5000}
          value={draft.description}
          onChange={({ target }) => change({ description: target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-x-4 gap-y-4">
        <div>
          <p aria-hidden className="mb-1.5 text-sm font-medium">
            {spec.fields.priority}
          </p>
          <Segmented
            label={spec.fields.priority}
            value={draft.priority}
            onChange={(priority) => change({ priority })}
            items={PRIORITIES}
          />
        </div>
        <Field label={spec.dueDate} optional className="min-w-36 flex-1">
          <Input type="date" value={draft.due} onChange={({ target }) => change({ due: target.value })} />
        </Field>
      </div>
      <CustomerField value={draft.customer} onChange={(customer) => change({ customer })} />
      {mayNarrow && (
        <Checkbox checked={draft.narrowed} onChange={(narrowed) => change({ narrowed })}>
          {texts.narrowed}
        </Checkbox>
      )}
      {form.fields.length > 0 && <WorkflowFields form={form} starting={starting} shows={shows} onLeave={leave} />}
    </>
  )
}

type WorkflowFieldsProps = Pick<StartFieldsProps, 'form' | 'starting'> & {
  /** Whether problems of the field are told yet. */
  shows: (name: string) => boolean
  onLeave: (name: string) => void
}

/** What the workflow itself asks. */
function WorkflowFields({ form, starting, shows, onLeave }: WorkflowFieldsProps) {
  const { answers, answer, problems, hidden } = starting
  const told = Object.entries(problems).filter(([path]) => shows(path.split('.', 1)[0] ?? path))
  return (
    <>
      <div className="flex items-center gap-2 pt-1">
        <h3 className="text-xs font-medium tracking-normal text-fg-3">{texts.asked}</h3>
        <span aria-hidden className="h-px flex-1 bg-line" />
      </div>
      <FormFields
        fields={form.fields}
        values={answers}
        problems={Object.fromEntries(told)}
        hidden={hidden}
        columns={2}
        onChange={answer}
        onBlur={onLeave}
      />
    </>
  )
}
