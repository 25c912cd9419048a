import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import { useState } from 'react'
import { handOver, openWorkQuery } from '../../tasks/task-acts.api.ts'
import { texts } from '../members.texts.ts'
import { reasonOf } from './reason.ts'
import { TakeOver, type Taker } from './take-over.tsx'

const words = texts.takeOver

type OpenWork = { assigned: number; approvals: number; reviews: number }
const sizeOf = ({ assigned, approvals, reviews }: OpenWork) => assigned + approvals + reviews

/**
 * Whoever leaves hands over what is open first. `form` asks who takes it, where there is something; `handOverFirst`
 * answers whether the removal may go on.
 */
export function useTakeOver(orgId: TenantId, leaving: readonly Member[]) {
  const queries = useQueryClient()
  const works = useQueries({ queries: leaving.map(({ id }) => openWorkQuery(id)) })
  const [taker, choose] = useState<Taker>()
  const [problem, setProblem] = useState<string>()
  const open = works.reduce((sum, { data }) => sum + (data ? sizeOf(data) : 0), 0)

  const handOverFirst = async (): Promise<boolean> => {
    try {
      const known = await Promise.all(
        leaving.map(async (member) => ({ member, work: await queries.ensureQueryData(openWorkQuery(member.id)) })),
      )
      const busy = known.filter(({ work }) => sizeOf(work) > 0)
      if (busy.length > 0 && !taker) {
        setProblem(words.choose)
        return false
      }
      if (taker) for (const { member } of busy) await handOver(member.id, taker.body)
      return true
    } catch (error) {
      setProblem(reasonOf(error) ?? words.failed)
      return false
    }
  }

  const form =
    open > 0 || problem ? (
      <TakeOver
        orgId={orgId}
        leaving={leaving}
        open={open}
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
