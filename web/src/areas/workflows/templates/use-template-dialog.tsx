import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { TEMPLATE_DEFAULTS, type Template } from '@throughline/contracts/templates'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { useSubmit } from '../../../shared/form/use-submit.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { MiniFlow } from '../canvas/mini-flow.tsx'
import { STEP_KINDS, StepGlyph } from '../canvas/step-kinds.tsx'
import { followingPrefix } from '../propose-prefix.ts'
import { templateDrawing } from './template-drawing.ts'
import { templateCalls } from './templates.api.ts'
import { spec, texts as templatesTexts } from './templates.texts.ts'

const texts = templatesTexts.using

const MAX_STEPS = 10

/** What comes with a template: its drawing and its first steps. */
function TemplateSteps({ template }: { template: Template }) {
  const drawing = useMemo(() => templateDrawing(template), [template])
  const shown = drawing.steps.slice(0, MAX_STEPS)
  const further = drawing.steps.length - shown.length
  return (
    <section aria-label={templatesTexts.using.steps} className="min-w-0 rounded-md bg-board p-3">
      <MiniFlow drawing={drawing} label={templatesTexts.drawingOf(template.name)} className="h-14 w-full" />
      <ol className="mt-3 space-y-1.5">
        {shown.map(({ id, step }) => (
          <li key={id} className="flex items-center gap-2 text-xs">
            <StepGlyph type={step.type} size={20} />
            <span translate="no" className="min-w-0 flex-1 truncate">
              {step.name}
            </span>
            <span className="text-fg-3">{STEP_KINDS[step.type].label}</span>
          </li>
        ))}
      </ol>
      {further > 0 && <p className="mt-1.5 pl-7 text-xs text-fg-3">{templatesTexts.using.furtherSteps(further)}</p>}
    </section>
  )
}

/** Asks what the workflow made from a template is called, makes it and opens it. */
export function UseTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const form = useId()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [fields, setFields] = useState(TEMPLATE_DEFAULTS)
  const { busy, problem, setProblem, submit } = useSubmit()

  const create = async () => {
    const made = await submit(() => templateCalls.use(template.id, fields), spec.useFailed)
    if (!made) return
    toast.success(spec.used)
    void queries.invalidateQueries({ queryKey: templateCalls.key })
    // In the dialog's place: Back leads to the templates, not to the question that has been answered.
    await navigate({
      to: '/workflow-builder/$workflowId',
      params: { workflowId: made.data.id },
      state: { freshWorkflow: true },
      replace: true,
    })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (fields.name.trim() && fields.prefix.trim()) void create()
    else setProblem({ title: spec.nameAndPrefix })
  }
  return (
    <Dialog
      onClose={onClose}
      title={spec.use}
      note={texts.note(template.name)}
      width={680}
      footer={<span className="flex-1 text-xs text-fg-3">{texts.foot}</span>}
      action={{ label: texts.create, type: 'submit', form, busy }}
    >
      <div className="grid gap-5 sm:grid-cols-[1fr_248px]">
        <form id={form} noValidate onSubmit={onSubmit} className="space-y-3.5">
          {problem && (
            <Banner tone="danger" title={problem.title}>
              {problem.text}
            </Banner>
          )}
          <WorkflowFields fields={fields} onChange={(change) => setFields({ ...fields, ...change })} />
        </form>
        <TemplateSteps template={template} />
      </div>
    </Dialog>
  )
}

type Fields = typeof TEMPLATE_DEFAULTS

function WorkflowFields({ fields, onChange }: { fields: Fields; onChange: (change: Partial<Fields>) => void }) {
  return (
    <>
      <Field label={texts.name}>
        <Input
          data-first
          maxLength={120}
          autoComplete="off"
          value={fields.name}
          onFocus={(event) => event.currentTarget.select()}
          onChange={({ target }) =>
            onChange({ name: target.value, prefix: followingPrefix(fields.name, fields.prefix, target.value) })
          }
        />
      </Field>
      <Field label={texts.description} optional>
        <Textarea
          rows={2}
          maxLength={2000}
          value={fields.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      <Field label={texts.prefix} hint={texts.prefixHint(fields.prefix.trim() || TEMPLATE_DEFAULTS.prefix)}>
        <Input
          maxLength={10}
          autoComplete="off"
          className="font-mono"
          value={fields.prefix}
          onChange={(event) => onChange({ prefix: event.target.value.toUpperCase() })}
        />
      </Field>
    </>
  )
}
