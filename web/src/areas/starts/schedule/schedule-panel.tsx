import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PlannedRun, Schedule } from '@throughline/contracts/starts'
import { ArrowLeft, CalendarClock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { DiscardDialog } from '../../../shared/discard-dialog.tsx'
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
import { readRule } from '../schedule-text.ts'
import { addSchedule, refreshStarts, type ScheduleBody, scheduleCalls, scheduleQuery } from '../starts.api.ts'
import { scheduleTexts as texts } from '../starts.texts.ts'
import { LastRuns, NextRuns } from './runs.tsx'
import { bodyOf, draftOf, newDraft, ruleOf, type ScheduleDraft } from './schedule-draft.ts'
import { ScheduleForm } from './schedule-form.tsx'

type SchedulePanelProps = {
  workflowId: string
  /** The id of a schedule, or `new`. */
  start: string
  organizationZone: string
  mayEdit: boolean
  mayRun: boolean
  onOpen: (start: string | undefined) => void
  onClose: () => void
}

/** One schedule: its settings, and what they come to. */
export function SchedulePanel(props: SchedulePanelProps) {
  const { workflowId, start, onOpen, onClose } = props
  const isNew = start === 'new'
  const [isRemoving, setRemoving] = useState(false)
  // While it goes, nobody asks for it: the news of it may come before the panel is left.
  const query = useQuery({ ...scheduleQuery(workflowId, start), enabled: !isNew && !isRemoving })
  const { failed, workflow } = useStartedWorkflow(workflowId)
  const wrong = query.isError && !query.data ? query : failed
  if ((isNew || query.data) && workflow)
    return <OpenSchedule {...props} schedule={query.data} workflow={workflow} onRemoving={setRemoving} />
  const back = <IconButton label={texts.back} icon={ArrowLeft} onClick={() => onOpen(undefined)} />
  return (
    <Panel title={isNew ? texts.newTitle : texts.loading} kind="wide" glyph={back} onClose={onClose}>
      {wrong ? (
        <QueryFailed
          query={wrong}
          title={texts.failed}
          gone={{ icon: CalendarClock, title: texts.gone, hint: texts.goneHint }}
        />
      ) : (
        <output aria-label={texts.loading}>
          <Skeleton className="h-64 w-full" />
        </output>
      )}
    </Panel>
  )
}

type OpenProps = SchedulePanelProps & {
  schedule: Schedule | undefined
  workflow: StartedWorkflow
  onRemoving: (isRemoving: boolean) => void
}

function useScheduleActs({ workflowId, start, schedule, onOpen, onRemoving }: OpenProps) {
  const queries = useQueryClient()
  const { busy, run } = useAct({ refresh: () => refreshStarts(queries, workflowId) })
  const calls = scheduleCalls(workflowId, start)
  const save = (body: ScheduleBody) =>
    run({
      name: 'save',
      call: async () => {
        const saved = schedule ? await calls.save(body, schedule.version) : await addSchedule(workflowId, body)
        queries.setQueryData(scheduleQuery(workflowId, saved.id).queryKey, saved)
        if (!schedule) onOpen(saved.id)
      },
      done: schedule ? texts.saved : texts.added,
      failed: texts.saveFailed,
    })
  return {
    busy,
    save,
    runNow: () => run({ name: 'run', call: calls.run, done: ({ key }) => texts.ran(key), failed: texts.runFailed }),
    pause: (paused: boolean) =>
      run({
        name: 'pause',
        call: () => calls.pause(paused),
        done: paused ? texts.paused : texts.resumed,
        failed: texts.pauseFailed,
      }),
    skip: ({ at, skipped }: PlannedRun) =>
      run({ name: 'skip', call: () => calls.skip(at, !skipped), failed: texts.skipFailed }),
    remove: async () => {
      onRemoving(true)
      const isDone = await run({ name: 'remove', call: calls.remove, done: texts.deleted, failed: texts.deleteFailed })
      if (isDone) onOpen(undefined)
      else onRemoving(false)
      return isDone
    },
  }
}

function OpenSchedule(props: OpenProps) {
  const { schedule, workflow, organizationZone, mayEdit, onOpen, onClose } = props
  const now = useNow()
  const user = useCurrentUser()
  const { draft, isChanged, change, reset } = useDraft<ScheduleDraft>(
    schedule && draftOf(schedule, workflow.targets, organizationZone, now),
    () => ({
      ...newDraft(organizationZone, now),
      ...(user && { told: { id: user.member_id, name: user.name || user.email } }),
    }),
  )
  const acts = useScheduleActs(props)
  const [leaving, setLeaving] = useState<() => void>()
  const leave = (act: () => void) => (isChanged ? setLeaving(() => act) : act())
  const body = bodyOf(draft, workflow.targets)
  const unfit = unfitOf('schedule', schedule, workflow)
  const save = async () => {
    if (body && (await acts.save(body))) reset()
  }
  return (
    <Panel
      title={schedule?.name ?? texts.newTitle}
      kind="wide"
      glyph={<IconButton label={texts.back} icon={ArrowLeft} onClick={() => leave(() => onOpen(undefined))} />}
      actions={
        schedule && (
          <Switch
            checked={schedule.paused_at === null}
            disabled={!mayEdit || acts.busy !== undefined}
            onChange={(on) => void acts.pause(!on)}
            className="mr-2 gap-2!"
          >
            {schedule.paused_at === null ? texts.on : texts.off}
          </Switch>
        )
      }
      footer={
        <Foot
          {...props}
          acts={acts}
          isChanged={isChanged}
          canSave={body !== undefined && (!schedule || isChanged || unfit.length > 0)}
          onSave={() => void save()}
        />
      }
      onClose={() => leave(onClose)}
    >
      <div className="@container -m-4">
        <UnfitNote unfit={unfit} mayEdit={mayEdit} />
        <div className="grid @min-[640px]:grid-cols-[11fr_12fr]">
          <ScheduleForm
            draft={draft}
            workflow={workflow}
            people={schedule?.people ?? []}
            standInName={schedule?.stand_in?.name}
            organizationZone={organizationZone}
            disabled={!mayEdit}
            onChange={change}
          />
          <Runs
            {...props}
            draft={draft}
            isChanged={isChanged}
            onSkip={mayEdit ? (run) => void acts.skip(run) : undefined}
          />
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

type RunsProps = Pick<OpenProps, 'workflowId' | 'schedule' | 'organizationZone'> & {
  draft: ScheduleDraft
  isChanged: boolean
  onSkip: ((run: PlannedRun) => void) | undefined
}

/** What the rule says in words, when it runs next, and how it ran. */
function Runs({ workflowId, schedule, organizationZone, draft, isChanged, onSkip }: RunsProps) {
  const now = useNow()
  const rule = ruleOf(draft)
  const zone = draft.zone ?? organizationZone
  return (
    <div className="bg-surface-2 p-4 @min-[640px]:border-l">
      {rule && (
        <p className="rounded-md bg-surface-3 p-3 text-sm text-fg-2">
          <b className="font-medium text-fg">{texts.summary}</b> {readRule(rule, draft.dayOff, zone, now)}
        </p>
      )}
      <NextRuns
        workflowId={workflowId}
        when={rule && { rule, time_zone: draft.zone, day_off: draft.dayOff }}
        zone={zone}
        saved={isChanged ? undefined : schedule}
        onSkip={onSkip}
      />
      {schedule && <LastRuns runs={schedule.last} zone={zone} />}
    </div>
  )
}

type FootProps = Pick<OpenProps, 'schedule' | 'organizationZone' | 'mayEdit' | 'mayRun'> & {
  acts: ReturnType<typeof useScheduleActs>
  isChanged: boolean
  canSave: boolean
  onSave: () => void
}

function Foot({ schedule, organizationZone, mayEdit, mayRun, acts, isChanged, canSave, onSave }: FootProps) {
  const [asking, setAsking] = useState(false)
  const now = useNow()
  const when = schedule && shortDate(schedule.saved_at, organizationZone, now)
  const note = isChanged
    ? texts.unsaved
    : schedule && when && (schedule.saved_by ? texts.savedBy(when, schedule.saved_by) : texts.savedOn(when))
  return (
    <>
      {schedule && mayEdit && (
        <Button variant="ghost" icon={Trash2} onClick={() => setAsking(true)}>
          {texts.delete}
        </Button>
      )}
      <span className="min-w-0 flex-1 self-center truncate text-xs text-fg-3">{note}</span>
      {schedule && mayRun && (
        <Button
          busy={acts.busy === 'run'}
          disabled={isChanged || acts.busy !== undefined}
          onClick={() => void acts.runNow()}
        >
          {texts.run}
        </Button>
      )}
      {mayEdit && (
        <Button
          variant="primary"
          busy={acts.busy === 'save'}
          disabled={!canSave || acts.busy !== undefined}
          onClick={onSave}
        >
          {schedule ? texts.save : texts.add}
        </Button>
      )}
      {asking && schedule && (
        <AlertDialog
          title={texts.deleteTitle(schedule.name)}
          confirmLabel={texts.deleteConfirm}
          onConfirm={acts.remove}
          onClose={() => setAsking(false)}
        >
          {texts.deleteHint}
        </AlertDialog>
      )}
    </>
  )
}
