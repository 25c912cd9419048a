import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { MemberId, TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import { useRef, useState } from 'react'
import { reasonOf } from '../../../shared/server-message.ts'
import { handOver, openWorkQuery } from '../../tasks/task-acts.api.ts'
import { memberCalls } from '../members.api.ts'
import { texts } from '../members.texts.ts'
import { TakeOver, type Taker } from '../parts/take-over.tsx'
import { useMembers } from './members-context.ts'

const takeOverTexts = texts.takeOver

type OpenWork = { assigned: number; approvals: number; reviews: number; connections: number }
const tasksOf = ({ assigned, approvals, reviews }: OpenWork) => assigned + approvals + reviews
const sizeOf = (work: OpenWork) => tasksOf(work) + work.connections

/**
 * Open work is handed over before its holder is removed. `form` asks who takes it, where there is something;
 * `handOverFirst` answers whether the removal may go on. Approvals and connections move only once their holder is
 * suspended.
 */
export function useTakeOver(orgId: TenantId, leaving: readonly Member[]) {
  const queries = useQueryClient()
  const { teams, rights } = useMembers()
  const works = useQueries({ queries: leaving.map(({ id }) => openWorkQuery(id)) })
  const [taker, choose] = useState<Taker>()
  const suspended = useRef(new Set<MemberId>())
  const [problem, setProblem] = useState<string>()
  const tasks = works.reduce((sum, { data }) => sum + (data ? tasksOf(data) : 0), 0)
  const connections = works.reduce((sum, { data }) => sum + (data?.connections ?? 0), 0)
  const open = tasks + connections

  const suspendHolder = async ({ id, status }: Member) => {
    if (status !== 'active' || suspended.current.has(id)) return
    await memberCalls(orgId).suspend(id)
    suspended.current.add(id)
  }

  const handOverFirst = async (): Promise<boolean> => {
    try {
      const known = await Promise.all(
        leaving.map(async (member) => ({ member, work: await queries.ensureQueryData(openWorkQuery(member.id)) })),
      )
      const busy = known.filter(({ work }) => sizeOf(work) > 0)
      if (busy.length === 0) return true
      if (!taker) {
        setProblem(takeOverTexts.choose)
        return false
      }
      const { body } = taker
      if (!body) return true
      for (const { member, work } of busy) {
        if (work.approvals + work.connections > 0) await suspendHolder(member)
        await handOver(member.id, body)
      }
      return true
    } catch (error) {
      setProblem(reasonOf(error) ?? takeOverTexts.failed)
      return false
    }
  }

  const form =
    open > 0 || problem ? (
      <TakeOver
        orgId={orgId}
        teams={teams}
        excluded={new Set([...leaving.map(({ id }) => id), rights.self])}
        label={open > 0 ? takeOverTexts.label(tasks, connections) : takeOverTexts.unknown}
        hasConnections={connections > 0}
        canStay
        taker={taker}
        problem={problem}
        onChoose={(next) => {
          setProblem(undefined)
          choose(next)
        }}
      />
    ) : undefined
  return { form, handOverFirst }
}
