import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TenantId, WorkflowId } from '@throughline/contracts/ids'
import type { Team } from '@throughline/contracts/org-teams'
import { type Problem, validate } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { Braces, ClipboardList, Sparkles } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
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
  const problems = useMemo(() => validate(checked), [checked])
  const unreadable = draft.text !== undefined
  const { create, busy, problem: said } = useCreate()
  const problem = said?.doc === draft.doc ? said : undefined
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
    const workflowId = await create(draft, unreadable)
    if (workflowId === undefined) return
    discard()
    await navigate({ to: '/workflow-builder/$workflowId', params: { workflowId } })
  }
  const undrafted = mode === 'copilot' && draft.reading === undefined
  return (
    <Panel
      title={spec.title}
      kind="work"
      onClose={onClose}
      footer={
        <>
          <span className="min-w-0 flex-1 self-center truncate text-xs text-fg-3">
            {unreadable
              ? texts.unreadable
              : undrafted
                ? ''
                : mode === 'form'
                  ? texts.steps(drawing.steps.length)
                  : standing(drawing.steps.length, problems)}
          </span>
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
          {restored && !isBlank(draft) && (
            <p className="ml-auto flex min-w-0 items-center gap-1 text-xs text-fg-3">
              <span className="truncate">{texts.kept}</span>
              <Button size="sm" variant="ghost" onClick={takeBack}>
                {texts.startOver}
              </Button>
            </p>
          )}
        </div>
        {problem && (
          <Banner tone="danger" title={problem.title} className="mx-4 mt-4">
            {problem.text}
          </Banner>
        )}
        {mode === 'form' && (
          <AddForm
            user={user}
            draft={draft}
            drawing={drawing}
            problems={problems}
            change={change}
            invalid={problem?.title === spec.required}
            onSubmit={() => void submit()}
          />
        )}
        {mode === 'json' && (
          <JsonMode draft={draft} drawing={drawing} problems={problems} stuck={stuck} change={change} />
        )}
        {mode === 'copilot' && <CopilotMode draft={draft} drawing={drawing} change={change} />}
      </div>
    </Panel>
  )
}

/** How far the document is from being able to run, in words. */
function standing(steps: number, problems: readonly Problem[]): string {
  const errors = problems.filter(({ level }) => level === 'E').length
  return texts.checked(steps, errors, problems.length - errors)
}

/** `doc` is the document it was said about: it says nothing about the next. */
type CreateProblem = { title: string; text?: string | undefined; doc: FlowDoc }

/** Makes the workflow as a draft. */
function useCreate() {
  const refresh = useWorkflowsRefresh()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CreateProblem>()

  const limit = useCallback(async (id: WorkflowId, { access }: AddDraft) => {
    if (access.visibility === 'everyone') return
    try {
      await workflowCalls.setAccess(id, access)
    } catch {
      toast.error(texts.accessFailed)
    }
  }, [])

  const create = useCallback(
    async (draft: AddDraft, unreadable: boolean): Promise<WorkflowId | undefined> => {
      const { doc } = draft
      const refused = unreadable
        ? listSpec.invalidJson
        : !doc.name.trim() || !doc.prefix.trim()
          ? spec.required
          : undefined
      setProblem(refused === undefined ? undefined : { title: refused, doc })
      if (refused !== undefined) return undefined
      setBusy(true)
      try {
        const { id } = await createWorkflow(doc, { publish: false })
        await limit(id, draft)
        void refresh()
        return id
      } catch (error) {
        setProblem({ title: texts.failed, text: serverMessageOf(error), doc })
        return undefined
      } finally {
        setBusy(false)
      }
    },
    [limit, refresh],
  )
  return { create, busy, problem }
}
