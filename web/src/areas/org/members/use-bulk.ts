import type { Member } from '@throughline/contracts/org-members'
import { useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { spec, texts } from '../members.texts.ts'
import { useMembers } from './members-context.ts'
import { type BulkResult, runBulk } from './run-bulk.ts'

export const NO_TEAM = 'none'

type Job = { call: (member: Member) => Promise<unknown>; done: (count: number) => string }

/** All done: one toast. Otherwise a result for each, and only those that failed are tried again. */
export function useBulk(selected: readonly Member[], onClear: () => void) {
  const { roles, teams, acts } = useMembers()
  const { calls } = acts
  const [choosing, choose] = useState<'role' | 'team' | 'remove'>()
  const [running, setRunning] = useState<{ job: Job; results: readonly BulkResult[] }>()
  const [busy, setBusy] = useState(false)

  const run = async (job: Job, members: readonly Member[], before: readonly BulkResult[] = []) => {
    choose(undefined)
    setBusy(true)
    const results = [...before, ...(await runBulk(members, job.call))]
    setBusy(false)
    const failed = results.some(({ done }) => !done)
    setRunning(failed ? { job, results } : undefined)
    if (!failed) toast.success(job.done(results.length))
    onClear()
    await acts.refresh()
  }
  const start = (job: Job) => run(job, selected)

  return {
    choosing,
    choose,
    busy,
    results: running?.results,
    forget: () => setRunning(undefined),
    again: () => {
      if (!running) return
      const { job, results } = running
      const failed = results.filter(({ done }) => !done).map(({ member }) => member)
      void run(
        job,
        failed,
        results.filter(({ done }) => done),
      )
    },
    changeRole: (id: string) => {
      const role = roles.find((each) => each.id === id)
      if (!role) return
      void start({
        call: (member) => calls.changeRole(member.id, role.id),
        done: (count) => texts.bulk.roleDone(count, role.display_name),
      })
    },
    changeTeam: (id: string) => {
      const team = teams.find((each) => each.id === id)
      void start({
        call: (member) => calls.changeTeam(member.id, team?.id ?? null),
        done: (count) => texts.bulk.teamDone(count, team?.name ?? spec.noTeam),
      })
    },
    suspend: () => void start({ call: ({ id }) => calls.suspend(id), done: texts.bulk.suspendDone }),
    resend: () => void start({ call: ({ id }) => calls.resend(id), done: texts.bulk.resendDone }),
    remove: () => start({ call: ({ id }) => calls.remove(id), done: texts.bulk.removeDone }),
  }
}
