import { ApiError } from '@throughline/contracts/client'
import type { Member } from '@throughline/contracts/org-members'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { useBulk } from '../../../shared/use-bulk.ts'
import { spec, texts } from '../members.texts.ts'
import { useMembers } from './members-context.ts'

export const NO_TEAM = 'none'
const AT_ONCE = 4

type MemberCall = (member: Member) => Promise<unknown>
type Job = { call: MemberCall; done: (what: string) => string }

async function attempt(call: MemberCall, member: Member) {
  try {
    await call(member)
    return { id: member.id, result: 'done', message: null } as const
  } catch (error) {
    const refused = error instanceof ApiError && error.status < 500
    return { id: member.id, result: refused ? 'refused' : 'unknown', message: serverMessageOf(error) ?? null } as const
  }
}

/** There is no call for many members: one for each, a few at a time. One that fails does not keep the others back. */
async function callForEach(call: MemberCall, members: readonly Member[]) {
  const waiting = members.values()
  const results: Awaited<ReturnType<typeof attempt>>[] = []
  const work = async () => {
    for (const member of waiting) results.push(await attempt(call, member))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

export function useMembersBulk(selected: readonly Member[], onClear: () => void) {
  const { roles, teams, acts } = useMembers()
  const { calls } = acts
  const bulk = useBulk<Job, Member>({
    call: ({ call }, members) => callForEach(call, members),
    countText: texts.bulk.count,
    done: ({ done }, what) => done(what),
    after: () => {
      onClear()
      return acts.refresh()
    },
  })
  const run = (job: Job) => bulk.run(job, selected)
  return {
    ...bulk,
    changeRole: async (id: string) => {
      const role = roles.find((each) => each.id === id)
      if (!role) return
      await run({
        call: (member) => calls.changeRole(member.id, role.id),
        done: (what) => texts.bulk.roleDone(what, role.display_name),
      })
    },
    changeTeam: (id: string) => {
      const team = teams.find((each) => each.id === id)
      return run({
        call: (member) => calls.changeTeam(member.id, team?.id ?? null),
        done: (what) => texts.bulk.teamDone(what, team?.name ?? spec.noTeam),
      })
    },
    suspend: () => run({ call: ({ id }) => calls.suspend(id), done: texts.bulk.suspendDone }),
    resend: () => void run({ call: ({ id }) => calls.resend(id), done: texts.bulk.resendDone }),
    remove: () => run({ call: ({ id }) => calls.remove(id), done: texts.bulk.removeDone }),
  }
}
