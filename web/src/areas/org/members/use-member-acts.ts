import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { useMemo } from 'react'
import { toast } from '../../../ui/toast.ts'
import { memberCalls, useMemberCache } from '../members.api.ts'
import { spec, texts } from '../members.texts.ts'
import { reasonOf } from './reason.ts'

type NamedTeam = Pick<Team, 'id' | 'name'>

/** Without a primary team one stays in the others. */
const inTeam = (member: Member, team: NamedTeam | null) => ({
  team,
  teams: team ? [team, ...member.teams.filter(({ id }) => id !== team.id)] : member.teams,
})

const teamsOf = ({ team, teams }: Member) => ({ team, teams })

/** Everything one can do to a single member, with what is said about it afterwards. */
export function useMemberActs(orgId: TenantId) {
  const cache = useMemberCache(orgId)
  return useMemo(() => {
    const calls = memberCalls(orgId)
    const failed = (title: string, error: unknown, again: () => unknown) => {
      const description = reasonOf(error)
      const action = { label: texts.retry, onPress: () => void again() }
      toast.error(title, { action, ...(description && { description }) })
    }

    /** Shown at once; when it is refused that much of the old state comes back, with a way to try again. */
    const show = async (
      member: Member,
      { from, to }: { from: Partial<Member>; to: Partial<Member> },
      call: () => Promise<Partial<Member>>,
      title: string,
      again: () => unknown,
    ) => {
      await cache.hold()
      cache.patch(member.id, to)
      try {
        cache.patch(member.id, await call())
      } catch (error) {
        cache.patch(member.id, from)
        failed(title, error, again)
      }
      void cache.refresh()
    }

    const changeRole = (member: Member, role: Member['role']): Promise<void> =>
      show(
        member,
        { from: { role: member.role }, to: { role } },
        async () => ({ role: (await calls.changeRole(member.id, role.id)).role }),
        spec.roleFailed,
        () => changeRole(member, role),
      )

    const changeTeam = (member: Member, team: NamedTeam | null): Promise<void> =>
      show(
        member,
        { from: teamsOf(member), to: inTeam(member, team) },
        async () => ({ team: (await calls.changeTeam(member.id, team?.id ?? null)).team }),
        spec.teamFailed,
        () => changeTeam(member, team),
      )

    const setTeams = (member: Member, teams: NamedTeam[]): Promise<void> =>
      show(
        member,
        { from: teamsOf(member), to: { team: teams[0] ?? null, teams } },
        () =>
          calls.setTeams(
            member.id,
            teams.map(({ id }) => id),
          ),
        spec.teamFailed,
        () => setTeams(member, teams),
      )

    /** Not before the server has answered: these change who may come in. */
    const act = async (call: () => Promise<unknown>, done: () => void, title: string, again: () => unknown) => {
      try {
        await call()
        done()
        void cache.refresh()
      } catch (error) {
        failed(title, error, again)
      }
    }

    const resend = (member: Member): Promise<void> =>
      act(
        async () => cache.patch(member.id, await calls.resend(member.id)),
        () => toast.success(texts.resent(member.name)),
        texts.notResent,
        () => resend(member),
      )

    const reactivate = (member: Member): Promise<void> =>
      act(
        async () => cache.patch(member.id, await calls.reactivate(member.id)),
        () => toast.success(texts.reactivated(member.name)),
        texts.notReactivated(member.name),
        () => reactivate(member),
      )

    const suspend = (member: Member): Promise<void> =>
      act(
        async () => cache.patch(member.id, await calls.suspend(member.id)),
        () =>
          toast.success(texts.suspended(member.name), {
            action: { label: texts.undo, onPress: () => void reactivate(member) },
          }),
        texts.notSuspended(member.name),
        () => suspend(member),
      )

    const remove = (member: Member): Promise<void> =>
      act(
        async () => {
          await calls.remove(member.id)
          cache.drop(member.id)
        },
        () => toast.success((member.status === 'invited' ? texts.revoked : texts.removed)(member.name)),
        spec.removeFailed,
        () => remove(member),
      )

    return { calls, refresh: cache.refresh, changeRole, changeTeam, setTeams, resend, suspend, reactivate, remove }
  }, [orgId, cache])
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
