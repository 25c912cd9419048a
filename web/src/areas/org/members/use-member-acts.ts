import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { useMemo } from 'react'
import { reasonOf } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import { toast } from '../../../ui/toast.ts'
import { memberCalls, useMemberCache } from '../members.api.ts'
import { spec, texts } from '../members.texts.ts'

type NamedTeam = Pick<Team, 'id' | 'name'>

/** Without a primary team one stays in the others. */
const inTeam = (member: Member, team: NamedTeam | null) => ({
  team,
  teams: team ? [team, ...member.teams.filter(({ id }) => id !== team.id)] : member.teams,
})

const teamsOf = ({ team, teams }: Member) => ({ team, teams })

type Tools = {
  run: ReturnType<typeof useAct>['run']
  cache: ReturnType<typeof useMemberCache>
  calls: ReturnType<typeof memberCalls>
}

/** Shown at once; when one is refused, that much of the old state comes back. */
function roleAndTeamActs({ run, cache, calls }: Tools) {
  const show = (
    { id }: Pick<Member, 'id'>,
    { from, to }: { from: Partial<Member>; to: Partial<Member> },
    call: () => Promise<Partial<Member>>,
    failed: string,
  ): Promise<boolean> =>
    run({
      optimistic: async () => {
        await cache.hold()
        cache.patch(id, to)
        return () => cache.patch(id, from)
      },
      call: async () => cache.patch(id, await call()),
      failed,
      retry: () => show({ id }, { from, to }, call, failed),
    })
  return {
    changeRole: (member: Member, role: Member['role']) =>
      show(
        member,
        { from: { role: member.role }, to: { role } },
        async () => ({ role: (await calls.changeRole(member.id, role.id)).role }),
        spec.roleFailed,
      ),
    changeTeam: (member: Member, team: NamedTeam | null) =>
      show(
        member,
        { from: teamsOf(member), to: inTeam(member, team) },
        async () => ({ team: (await calls.changeTeam(member.id, team?.id ?? null)).team }),
        spec.teamFailed,
      ),
    setTeams: (member: Member, teams: NamedTeam[]) => {
      const ids = teams.map(({ id }) => id)
      const to = { team: teams[0] ?? null, teams }
      return show(member, { from: teamsOf(member), to }, () => calls.setTeams(member.id, ids), spec.teamFailed)
    },
  }
}

/** Not shown before the server has answered: these change who may come in. */
function accessActs({ run, cache, calls }: Tools) {
  const resend = (member: Member): Promise<boolean> =>
    run({
      call: async () => cache.patch(member.id, await calls.resend(member.id)),
      done: texts.resent(member.name),
      failed: texts.notResent,
      retry: () => resend(member),
    })
  const reactivate = (member: Member): Promise<boolean> =>
    run({
      call: async () => cache.patch(member.id, await calls.reactivate(member.id)),
      done: texts.reactivated(member.name),
      failed: texts.notReactivated(member.name),
      retry: () => reactivate(member),
    })
  const suspend = (member: Member): Promise<boolean> =>
    run({
      call: async () => cache.patch(member.id, await calls.suspend(member.id)),
      done: texts.suspended(member.name),
      undo: () => reactivate(member),
      failed: texts.notSuspended(member.name),
      retry: () => suspend(member),
    })
  const remove = (member: Member): Promise<boolean> =>
    run({
      call: async () => {
        await calls.remove(member.id)
        cache.drop(member.id)
      },
      done: (member.status === 'invited' ? texts.revoked : texts.removed)(member.name),
      failed: spec.removeFailed,
      retry: () => remove(member),
    })
  return { resend, suspend, reactivate, remove }
}

/** Everything one can do to a single member, with what is said about it afterwards. */
export function useMemberActs(orgId: TenantId) {
  const cache = useMemberCache(orgId)
  const { run } = useAct({ refresh: cache.refresh, reasonOf })
  return useMemo(() => {
    const calls = memberCalls(orgId)
    const tools = { run, cache, calls }
    return { calls, refresh: cache.refresh, ...roleAndTeamActs(tools), ...accessActs(tools) }
  }, [orgId, cache, run])
}

export type MemberActs = ReturnType<typeof useMemberActs>

export async function copyEmail({ email }: Pick<Member, 'email'>) {
  try {
    await navigator.clipboard.writeText(email)
    toast.success(texts.copied, { description: email })
  } catch {
    toast.error(texts.notCopied, { description: email })
  }
}
