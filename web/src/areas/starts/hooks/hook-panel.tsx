import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Hook, type HookTest, MAX_COUNTED } from '@throughline/contracts/hooks'
import { ArrowLeft, Play, Trash2, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser, useZone } from '../../../shared/current-user.ts'
import { DiscardDialog } from '../../../shared/discard-dialog.tsx'
import { numberText } from '../../../shared/format/count.ts'
import { agoText } from '../../../shared/format/moments.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useAct } from '../../../shared/use-act.ts'
import { useNow } from '../../../shared/use-now.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { UnfitNote, unfitOf } from '../parts/unfit-start.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { type StartedWorkflow, useStartedWorkflow } from '../parts/use-started-workflow.ts'
import { refreshStarts } from '../starts.api.ts'
import { Deliveries } from './deliveries.tsx'
import { bodyOf, draftOf, type HookDraft, newDraft } from './hook-draft.ts'
import { HookForm } from './hook-form.tsx'
import { NewSecret } from './hook-secrets.tsx'
import { HookTestPane } from './hook-test.tsx'
import { addHook, type HookBody, hookCalls, hookQuery, newSecret } from './hooks.api.ts'
import { texts } from './hooks.texts.ts'

type HookPanelProps = {
  workflowId: string
  /** Absent: a new one. */
  hookId: string | undefined
  mayEdit: boolean
  onOpen: (hookId: string | undefined) => void
  onClose: () => void
}

/** One webhook: its settings, and what its calls came to. */
export function HookPanel(props: HookPanelProps) {
  const { workflowId, hookId, onOpen, onClose } = props
  const [isRemoving, setRemoving] = useState(false)
  const [shown, setShown] = useState<string>()
  // While it goes, nobody asks for it: the news of it may come before the panel is left.
  const query = useQuery({ ...hookQuery(workflowId, hookId ?? ''), enabled: hookId !== undefined && !isRemoving })
  const { failed, workflow } = useStartedWorkflow(workflowId)
  const wrong = query.isError && !query.data ? query : failed
  const isReady = (hookId === undefined || query.data) && workflow
  const back = <IconButton label={texts.back} icon={ArrowLeft} onClick={() => onOpen(undefined)} />
  return (
    <>
      {isReady ? (
        <OpenHook
          key={hookId ?? 'new'}
          {...props}
          hook={query.data}
          workflow={workflow}
          isRemoving={isRemoving}
          onRemoving={setRemoving}
          onMade={setShown}
        />
      ) : (
        <Panel title={hookId ? texts.loading : texts.newTitle} kind="wide" glyph={back} onClose={onClose}>
          {wrong ? (
            <QueryFailed
              query={wrong}
              title={texts.failed}
              gone={{ icon: Webhook, title: texts.gone, hint: texts.goneHint }}
            />
          ) : (
            <output aria-label={texts.loading}>
              <Skeleton className="h-64 w-full" />
            </output>
          )}
        </Panel>
      )}
      {shown && <NewSecret secret={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

type OpenProps = HookPanelProps & {
  hook: Hook | undefined
  workflow: StartedWorkflow
  /** From then on nothing is asked about it any more. */
  isRemoving: boolean
  onRemoving: (isRemoving: boolean) => void
  onMade: (secret: string) => void
}

function useHookActs({ workflowId, hookId = '', hook, onOpen, onRemoving, onMade }: OpenProps) {
  const queries = useQueryClient()
  const { busy, run } = useAct({ refresh: () => refreshStarts(queries, workflowId) })
  const calls = hookCalls(workflowId, hookId)
  const add = async (body: HookBody) => {
    const secret = newSecret()
    const made = await addHook(workflowId, body, secret)
    queries.setQueryData(hookQuery(workflowId, made.id).queryKey, made)
    onMade(secret)
    onOpen(made.id)
  }
  const test = async (content: string, send: boolean) => {
    let result: HookTest | undefined
    const call = async () => {
      result = await calls.test(content, send)
    }
    await run({ name: send ? 'send' : 'dry', call, failed: texts.testFailed })
    return result
  }
  return {
    busy,
    test,
    save: (body: HookBody) =>
      run({
        name: 'save',
        call: async () => void (hook ? await calls.save(body, hook.version) : await add(body)),
        done: hook ? texts.saved : texts.added,
        failed: texts.saveFailed,
      }),
    pause: (paused: boolean) =>
      run({
        name: 'pause',
        call: () => calls.pause(paused),
        done: paused ? texts.paused : texts.resumed,
        failed: texts.pauseFailed,
      }),
    replaceSecret: (secret: string) =>
      run({
        name: 'secret',
        call: () => calls.replaceSecret(secret),
        done: texts.secretReplaced,
        failed: texts.secretFailed,
      }),
    start: (id: string) =>
      run({
        name: 'start',
        call: () => calls.start(id),
        done: ({ key }) => texts.started(key),
        failed: texts.startFailed,
      }),
    remove: async () => {
      onRemoving(true)
      const isDone = await run({ name: 'remove', call: calls.remove, done: texts.deleted, failed: texts.deleteFailed })
      if (isDone) onOpen(undefined)
      else onRemoving(false)
      return isDone
    },
  }
}

function OpenHook(props: OpenProps) {
  const { hook, workflow, mayEdit, onOpen, onClose } = props
  const user = useCurrentUser()
  const { draft, isChanged, change, reset } = useDraft<HookDraft>(hook && draftOf(hook, workflow.targets), () => ({
    ...newDraft(workflow.targets),
    ...(user && { told: { id: user.member_id, name: user.name || user.email } }),
  }))
  const acts = useHookActs(props)
  const [leaving, setLeaving] = useState<() => void>()
  const [isTesting, setTesting] = useState(false)
  const leave = (act: () => void) => (isChanged ? setLeaving(() => act) : act())
  const body = bodyOf(draft, workflow.targets)
  const unfit = unfitOf('webhook', hook, workflow)
  const save = async () => {
    if (body && (await acts.save(body))) reset()
  }
  return (
    <Panel
      title={hook?.name ?? texts.newTitle}
      kind="wide"
      glyph={<IconButton label={texts.back} icon={ArrowLeft} onClick={() => leave(() => onOpen(undefined))} />}
      actions={
        hook && (
          <Switch
            checked={hook.paused_at === null}
            disabled={!mayEdit || acts.busy !== undefined}
            onChange={(on) => void acts.pause(!on)}
            className="mr-2 gap-2!"
          >
            {hook.paused_at === null ? texts.on : texts.off}
          </Switch>
        )
      }
      footer={
        <Foot
          {...props}
          acts={acts}
          isChanged={isChanged}
          canSave={body !== undefined && (!hook || isChanged || unfit.length > 0)}
          onSave={() => void save()}
          onTest={() => setTesting(true)}
        />
      }
      onClose={() => leave(onClose)}
    >
      <div className="@container -m-4">
        {hook && <Summary hook={hook} />}
        <UnfitNote unfit={unfit} mayEdit={mayEdit} />
        <div className="grid @min-[640px]:grid-cols-[11fr_12fr]">
          <HookForm
            draft={draft}
            workflow={workflow}
            hook={hook}
            disabled={!mayEdit}
            onChange={change}
            onSecret={mayEdit ? acts.replaceSecret : undefined}
          />
          <div className="min-w-0 bg-surface-2 p-4 @min-[640px]:border-l">
            <HookActivity
              {...props}
              acts={acts}
              isChanged={isChanged}
              isTesting={isTesting}
              onTested={() => setTesting(false)}
            />
          </div>
        </div>
      </div>
      <DiscardDialog
        canceling={leaving !== undefined}
        leaving={undefined}
        onStay={() => setLeaving(undefined)}
        onDiscard={leaving}
      />
    </Panel>
  )
}

type HookActivityProps = OpenProps & {
  acts: ReturnType<typeof useHookActs>
  isChanged: boolean
  isTesting: boolean
  onTested: () => void
}

/** What came, or a test of what would come of a call. */
function HookActivity({
  workflowId,
  hook,
  workflow,
  mayEdit,
  acts,
  isChanged,
  isTesting,
  isRemoving,
  onTested,
}: HookActivityProps) {
  if (!hook) return <p className="rounded-md border p-3 text-sm text-fg-3">{texts.afterAdding}</p>
  if (isTesting) {
    return (
      <HookTestPane
        workflowId={workflowId}
        hook={hook}
        targets={workflow.targets}
        busy={acts.busy}
        isChanged={isChanged}
        onTest={acts.test}
        onClose={onTested}
      />
    )
  }
  if (isRemoving) return null
  return (
    <Deliveries
      workflowId={workflowId}
      hookId={hook.id}
      mayEdit={mayEdit}
      busy={acts.busy === 'start'}
      onStart={mayEdit ? (id) => void acts.start(id) : undefined}
    />
  )
}

function Summary({ hook }: { hook: Hook }) {
  const [zone, now] = [useZone(), useNow()]
  const count = numberText(hook.started)
  const last = hook.last_call_at ? agoText(hook.last_call_at, zone, now) : undefined
  return (
    <p className="border-b px-4 py-2 text-xs text-fg-3">
      {texts.summary(hook.started >= MAX_COUNTED ? texts.countFrom(count) : count, last)}
    </p>
  )
}

type FootProps = Pick<OpenProps, 'hook' | 'mayEdit'> & {
  acts: ReturnType<typeof useHookActs>
  isChanged: boolean
  canSave: boolean
  onSave: () => void
  onTest: () => void
}

function Foot({ hook, mayEdit, acts, isChanged, canSave, onSave, onTest }: FootProps) {
  const [asking, setAsking] = useState(false)
  const when = shortDate(hook?.saved_at ?? new Date(0).toISOString(), useZone(), useNow())
  const note = isChanged
    ? texts.unsaved
    : hook && (hook.saved_by ? texts.savedBy(when, hook.saved_by) : texts.savedOn(when))
  return (
    <>
      {hook && mayEdit && (
        <Button variant="ghost" icon={Trash2} onClick={() => setAsking(true)}>
          {texts.delete}
        </Button>
      )}
      <span className="min-w-0 flex-1 self-center truncate text-xs text-fg-3">{note}</span>
      {hook && mayEdit && (
        <Button icon={Play} onClick={onTest}>
          {texts.test}
        </Button>
      )}
      {mayEdit && (
        <Button
          variant="primary"
          busy={acts.busy === 'save'}
          disabled={!canSave || acts.busy !== undefined}
          onClick={onSave}
        >
          {hook ? texts.save : texts.add}
        </Button>
      )}
      {asking && hook && (
        <AlertDialog
          title={texts.deleteTitle(hook.name)}
          confirmLabel={texts.deleteConfirm}
          onConfirm={acts.remove}
          onClose={() => setAsking(false)}
        >
          {texts.deleteHint(hook.held)}
        </AlertDialog>
      )}
    </>
  )
}
