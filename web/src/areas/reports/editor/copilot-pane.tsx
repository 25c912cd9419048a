import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, MessageSquareText, Ruler } from 'lucide-react'
import { Field } from '../../../ui/field.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { formsQuery } from '../../forms/forms.api.ts'
import { modelsQuery } from '../../integrations/integrations.api.ts'
import { workflowChoicesQuery } from '../../workflows/workflows.api.ts'
import { spec, editorTexts as texts } from '../reports.texts.ts'

/** A question in plain words, and what it is about. */
export type Question = { about: 'workflow' | 'form'; prefix: string; formId: string; text: string }

export const NO_QUESTION: Question = { about: 'workflow', prefix: '', formId: '', text: '' }

type CopilotPaneProps = {
  question: Question
  error: string | undefined
  onChange: (question: Question) => void
}

export function CopilotPane({ question, error, onChange }: CopilotPaneProps) {
  return (
    <ScrollRegion label={spec.copilot} className="min-w-0">
      <div className="mx-auto w-[640px] max-w-full px-6 py-6">
        <DrafterLine />
        <p id="ask-about" className="mt-5 mb-1.5 text-sm font-medium">
          {texts.about}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Segmented
            label={texts.about}
            value={question.about}
            onChange={(about) => onChange({ ...question, about })}
            items={[
              { value: 'workflow', label: spec.workflow },
              { value: 'form', label: spec.form },
            ]}
          />
          <div className="min-w-56 flex-1">
            {question.about === 'workflow' ? (
              <WorkflowChoice value={question.prefix} onChange={(prefix) => onChange({ ...question, prefix })} />
            ) : (
              <FormChoice value={question.formId} onChange={(formId) => onChange({ ...question, formId })} />
            )}
          </div>
        </div>
        <Field label={texts.question} error={error} className="mt-5">
          <Textarea
            name="question"
            rows={4}
            maxLength={2000}
            value={question.text}
            onChange={(event) => onChange({ ...question, text: event.target.value })}
          />
        </Field>
        <p className="mt-5 mb-2 text-sm font-medium">{texts.questions}</p>
        <ul className="flex flex-wrap gap-2">
          {texts.examples.map((example) => (
            <li key={example}>
              <button
                type="button"
                onClick={() => onChange({ ...question, text: example })}
                className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3 text-xs text-fg-2 hover:bg-surface-2 hover:text-fg"
              >
                <MessageSquareText size={13} aria-hidden />
                {example}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </ScrollRegion>
  )
}

/** Which model writes the query and what it sees; or that rules do. */
function DrafterLine() {
  const { data } = useQuery(modelsQuery)
  const model = data?.find(({ drafts }) => drafts)
  const Icon = model ? Bot : Ruler
  return (
    <p className="flex items-start gap-2.5 rounded-md bg-surface-2 px-3 py-2.5 text-sm text-fg-2">
      <Icon size={15} aria-hidden className="mt-0.5 shrink-0 text-fg-3" />
      <span>
        <b className="font-medium text-fg">{model ? <span translate="no">{model.name}</span> : texts.rules}</b>
        {model ? texts.modelSees : texts.rulesMore}
        {!model && (
          <Link to="/integrations/models" className={linkClass}>
            {texts.connect}
          </Link>
        )}
      </span>
    </p>
  )
}

const ALL = 'all'
type ChoiceProps = { value: string; onChange: (value: string) => void }

function WorkflowChoice({ value, onChange }: ChoiceProps) {
  const { data = [] } = useQuery(workflowChoicesQuery(''))
  const items = data.map(({ name, prefix }) => ({ value: prefix, label: `${name} (${prefix})` }))
  return <Choice label={texts.aboutWorkflow} value={value} items={items} onChange={onChange} />
}

function FormChoice({ value, onChange }: ChoiceProps) {
  const { data } = useInfiniteQuery(formsQuery({ status: 'active', sort: 'title' }))
  const items = data?.pages.flatMap((page) => page.data).map(({ id, title }) => ({ value: id, label: title })) ?? []
  return <Choice label={texts.aboutForm} value={value} items={items} onChange={onChange} />
}

type ChoicesProps = ChoiceProps & { label: string; items: { value: string; label: string }[] }

const Choice = ({ label, value, items, onChange }: ChoicesProps) => (
  <Select<string>
    label={label}
    value={value || ALL}
    items={[{ value: ALL, label: texts.everything }, ...items]}
    onChange={(next) => onChange(next === ALL ? '' : next)}
  />
)
