import { ApiError } from '@throughline/contracts/client'
import type { Proposal } from '@throughline/contracts/copilot'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { WorkflowRefs } from '@throughline/contracts/workflows'
import type { FlowDoc } from '@throughline/flow/document'
import { useMemo, useRef, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { askForChanges } from './copilot.api.ts'
import { texts } from './copilot.texts.ts'
import { standingOf, toggled } from './standing.ts'

/** The draft as the server has it. */
export type SavedDraft = { id: WorkflowId; version: number; doc: FlowDoc }

export type Instruction = { query: string; base: FlowDoc; proposal: Proposal }

type ProposalOptions = {
  now: FlowDoc
  /** Changes that another screen brought along, for the draft as it is. */
  initial?: Instruction | undefined
  onSave: () => Promise<SavedDraft | undefined>
  onRefs: (refs: Partial<WorkflowRefs>) => void
}

const ticksOf = ({ diff }: Proposal) => new Set(diff.filter(({ is_guess }) => !is_guess).map(({ id }) => id))

const reasonOf = (error: unknown) =>
  error instanceof ApiError && error.status === 409 ? texts.stale : (serverMessageOf(error) ?? texts.failed)

/** One instruction at a time, what was made of it, and what of that is ticked. */
export function useProposal({ now, initial, onSave, onRefs }: ProposalOptions) {
  const [asked, setAsked] = useState<Instruction | undefined>(initial)
  const [waiting, setWaiting] = useState<string>()
  const [failure, setFailure] = useState<{ query: string; reason: string }>()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(initial?.proposal.diff.map(({ id }) => id)))
  const turn = useRef(0)

  const forget = () => {
    turn.current++
    setAsked(undefined)
    setWaiting(undefined)
    setFailure(undefined)
  }
  const send = async (query: string) => {
    forget()
    const own = turn.current
    setWaiting(query)
    try {
      const saved = await onSave()
      if (!saved) throw new Error(texts.unsaved)
      const proposal = await askForChanges(saved.id, saved.version, query)
      if (turn.current !== own) return
      onRefs(proposal.refs)
      setTicked(ticksOf(proposal))
      setAsked({ query, base: saved.doc, proposal })
    } catch (error) {
      if (turn.current === own) setFailure({ query, reason: reasonOf(error) })
    } finally {
      if (turn.current === own) setWaiting(undefined)
    }
  }
  const standing = useMemo(
    () => asked && standingOf(asked.base, now, asked.proposal.diff, ticked),
    [asked, now, ticked],
  )
  const toggle = (id: string) => asked && setTicked(toggled(asked.proposal.diff, ticked, id))
  return { asked, waiting, failure, ticked, standing, send, toggle, forget }
}

export type ProposalState = ReturnType<typeof useProposal>
