import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkflowId } from '@throughline/contracts/ids'
import { getWorkflow, listWorkflows, type Workflow } from '@throughline/contracts/workflows'
import { type DragEvent, useDeferredValue, useState } from 'react'
import { api } from '../../../shared/api.ts'
import { useSubmit } from '../../../shared/form/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/toast.ts'
import { readJson } from './read-json.ts'
import { templateCalls } from './templates.api.ts'
import { spec, texts as templatesTexts } from './templates.texts.ts'

const texts = templatesTexts.adding

/** Only what a document holds; the rest is about the record. */
const documentKeys = [
  'name',
  'prefix',
  'description',
  'type',
  'metadata',
  'start_step',
  'steps',
  'start_fields',
  'variables',
  'due',
] as const satisfies (keyof Workflow)[]

/** A workflow's document as text that can be read back. */
async function documentOf(workflowId: WorkflowId): Promise<string> {
  const { data } = await api(getWorkflow, { params: { workflowId } })
  return JSON.stringify(Object.fromEntries(documentKeys.map((key) => [key, data[key]])), null, 2)
}

type TemplateSourcesProps = { onText: (text: string) => void; onFile: (file: File | undefined) => void }

/** Where a template's text may come from, beside pasting it. */
function TemplateSources({ onText, onFile }: TemplateSourcesProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: ['workflows', 'template-source', search],
    queryFn: ({ signal }) =>
      api(listWorkflows, { query: { limit: 20, sort: 'name', ...(search && { search }) } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const items = (found.data?.data ?? []).map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix})` }))
  const choose = async (id: string) => {
    const workflow = found.data?.data.find((one) => one.id === id)
    if (!workflow) return
    setChosen(id)
    try {
      onText(await documentOf(workflow.id))
    } catch {
      toast.error(texts.workflowUnread)
    }
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={texts.from} optional>
        <ComboboxOne
          items={items}
          value={chosen}
          placeholder={texts.find}
          onSearch={setTyped}
          onChange={(id) => void choose(id)}
        />
      </Field>
      <FileDrop
        label={texts.file}
        accept="application/json,.json"
        onFiles={([file]) => onFile(file)}
        className="py-2.5"
      />
    </div>
  )
}

type NewTemplatePanelProps = { workspace: string; onClose: () => void }

/** A workflow document, pasted, from a file or from a workflow of one's own, kept for everyone in the workspace. */
export function NewTemplatePanel({ workspace, onClose }: NewTemplatePanelProps) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const { busy, problem, setProblem, submit } = useSubmit()

  const take = (next: string) => {
    setText(next)
    setProblem(undefined)
  }
  const takeFile = async (file: File | undefined) => {
    if (!file) return
    try {
      take(await file.text())
    } catch {
      setProblem({ title: texts.fileUnread })
    }
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void takeFile(event.dataTransfer.files[0])
  }
  const create = async () => {
    const read = readJson(text)
    if (!read.ok) return setProblem({ title: spec.badJson, text: texts.at(read.line, read.column, read.reason) })
    const added = await submit(() => templateCalls.add(read.value), spec.addFailed)
    if (!added) return undefined
    toast.success(texts.created(added.data.name))
    void queries.invalidateQueries({ queryKey: templateCalls.key })
    return onClose()
  }
  return (
    <Panel
      title={spec.add}
      onClose={onClose}
      footer={
        <>
          <span className="min-w-0 flex-1 self-center truncate text-xs text-fg-3">{texts.foot(workspace)}</span>
          <Button onClick={onClose}>{templatesTexts.cancel}</Button>
          <Button variant="primary" busy={busy} disabled={!text.trim()} onClick={() => void create()}>
            {texts.create}
          </Button>
        </>
      }
    >
      <div className="flex h-full min-h-96 flex-col gap-3">
        <p className="text-sm text-fg-2">{texts.intro}</p>
        <TemplateSources onText={take} onFile={(file) => void takeFile(file)} />
        <textarea
          aria-label={texts.json}
          data-takes-files
          aria-invalid={problem !== undefined}
          spellCheck={false}
          value={text}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          onChange={(event) => take(event.target.value)}
          className="min-h-48 flex-1 resize-none rounded-sm border border-line-control bg-surface p-3 font-mono text-xs leading-5 aria-invalid:border-danger-mark"
        />
        {problem && (
          <div role="alert" className="rounded-sm bg-danger-bg px-3 py-2 text-sm text-danger-fg">
            <p className="font-medium">{problem.title}</p>
            {problem.text && <p className="mt-0.5 text-xs">{problem.text}</p>}
          </div>
        )}
      </div>
    </Panel>
  )
}
