import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TenantId, WorkflowId } from '@throughline/contracts/ids'
import type { Team } from '@throughline/contracts/org-teams'
import { type Problem, validate } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { Braces, ClipboardList, Sparkles } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSubmit } from '../../../shared/form/use-submit.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { toast } from '../../../ui/toast.ts'
import { teamsQuery } from '../../org/teams.api.ts'
import { createWorkflow } from '../builder.api.ts'
import { useWorkflowsRefresh, workflowCalls } from '../workflows.api.ts'
import { spec as listSpec } from '../workflows.texts.ts'
import { spec, texts } from './add.texts.ts'
import { AddForm } from './add-form.tsx'
import { CopilotMode } from './copilot-mode.tsx'
import { drawn } from './form-steps.ts'
import { JsonMode } from './json-mode.tsx'
import { type AddDraft, isBlank, useAddDraft } from './use-add-draft.ts'

const NONE: Team[] = []

/** The teams that a drafted document may name; none without an organisation. */
function useTeamNames(orgId: TenantId | null): Team[] {
  const [found] = useQueries({ queries: (orgId === null ? [] : [orgId]).map((id) => teamsQuery(id)) })
  return found?.data ?? NONE
}

export type AddMode = 'form' | 'json' | 'copilot'

const MODES = [
  { value: 'form', label: texts.modes.form, icon: ClipboardList },
  { value: 'json', label: texts.modes.json, icon: Braces },
  { value: 'copilot', label: texts.modes.copilot, icon: Sparkles },
] as const

type AddPanelProps = { user: CurrentUser; mode: AddMode; onMode: (mode: AddMode) => void; onClose: () => void }

/** Form, JSON and Copilot over one workflow. Closing keeps it; Cancel discards it. */
export function AddPanel({ user, mode, onMode, onClose }: AddPanelProps) {
  const navigate = useNavigate()
  const { draft, restored, change, discard, takeBack } = useAddDraft()
  const [stuck, setStuck] = useState(false)
  const teams = useTeamNames(mode === 'copilot' ? user.organization_id : null)
  const drawing = useMemo(() => drawn(draft.doc, teams), [draft.doc, teams])
  const checked = useDeferredValue(draft.doc)
  const problems = useMemo(
    () => [...validate(checked), ...(mode === 'copilot' ? doubtsIn(draft.reading) : [])],
    [checked, mode, draft.reading],
  )
  const unreadable = draft.text !== undefined
  const undrafted = mode === 'copilot' && draft.reading === undefined
  const { create, busy, problem } = useCreate(draft)
  usePageKeys(useMemo(() => [{ key: 'Escape', label: texts.close, act: onClose }], [onClose]))

  const switchTo = (next: AddMode) => {
    setStuck(unreadable && next === 'form')
    if (!unreadable || next !== 'form') onMode(next)
  }
  const cancel = () => {
    if (!isBlank(draft)) takeBack()
    onClose()
  }
  const submit = async () => {
    const workflowId = await create()
    if (workflowId === undefined) return
    discard()
    await navigate({ to: '/workflow-builder/$workflowId', params: { workflowId } })
  }
  const status = () => {
    if (unreadable) return texts.unreadable
    if (undrafted) return ''
    return mode === 'form' ? texts.steps(drawing.steps.length) : checkedText(drawing.steps.length, problems)
  }
  return (
    <Panel
      title={spec.title}
      kind="work"
      onClose={onClose}
      footer={
        <>
          <span className="min-w-0 flex-1 self-center truncate text-xs text-fg-3">{status()}</span>
          <Button onClick={cancel}>{texts.cancel}</Button>
          <Button variant="primary" busy={busy} disabled={undrafted || unreadable} onClick={() => void submit()}>
            {texts.create}
          </Button>
        </>
      }
    >
      <div className="-m-4 flex h-[calc(100%+2rem)] flex-col">
        <div className="flex items-center gap-3 border-b px-4 py-2.5">
          <Segmented label={texts.how} value={mode} onChange={switchTo} items={MODES} />
          {restored && !isBlank(draft) && <Restored onStartOver={takeBack} />}
        </div>
        {problem && (
          <Banner tone="danger" title={problem.title} className="mx-4 mt-4">
            {problem.text}
          </Banner>
        )}
        {mode === 'form' && (
          <AddForm
            {...{ user, draft, drawing, problems, change }}
            invalid={problem?.title === spec.required}
            onSubmit={() => void submit()}
          />
        )}
        {mode === 'json' && <JsonMode {...{ draft, drawing, problems, stuck, change }} />}
        {mode === 'copilot' && <CopilotMode {...{ draft, drawing, problems, change }} />}
      </div>
    </Panel>
  )
}

function Restored({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="ml-auto flex min-w-0 items-center gap-1 text-xs text-fg-3">
      <span className="truncate">{texts.kept}</span>
      <Button size="sm" variant="ghost" onClick={onStartOver}>
        {texts.startOver}
      </Button>
    </p>
  )
}

/** How far the document is from being able to run, in words. */
/** What the drafter was unsure of is a warning on its step. */
const doubtsIn = (reading: AddDraft['reading'] = []): Problem[] =>
  reading.flatMap(({ unsure, step, text }, n) => {
    const path = step === undefined ? '' : `/steps/${step}`
    return unsure ? { n, code: 'unsure', level: 'W', path, text, repairs: [], ...(step !== undefined && { step }) } : []
  })

function checkedText(steps: number, problems: readonly Problem[]): string {
  const errors = problems.filter(({ level }) => level === 'E').length
  return texts.checked(steps, errors, problems.length - errors)
}

/** A workflow that was made, but not limited to those who were chosen, says so. */
async function limitAccess(id: WorkflowId, { access }: AddDraft) {
  if (access.visibility === 'everyone') return
  try {
    await workflowCalls.setAccess(id, access)
  } catch {
    toast.error(texts.accessFailed)
  }
}

/** Makes the workflow as a draft. */
function useCreate(draft: AddDraft) {
  const refresh = useWorkflowsRefresh()
  const { busy, problem, setProblem, submit } = useSubmit()
  /** The document that the problem was said about: it says nothing about the next. */
  const [about, setAbout] = useState<FlowDoc>()
  const { doc, text } = draft

  const create = async (): Promise<WorkflowId | undefined> => {
    setAbout(doc)
    const isNamed = doc.name.trim() && doc.prefix.trim()
    if (text !== undefined || !isNamed) {
      setProblem({ title: text === undefined ? spec.required : listSpec.invalidJson })
      return undefined
    }
    return submit(async () => {
      const { id } = await createWorkflow(doc, { publish: false })
      await limitAccess(id, draft)
      void refresh()
      return id
    }, texts.failed)
  }
  return { create, busy, problem: about === doc ? problem : undefined }
}
