import { createRootRoute } from '@tanstack/react-router'
import { configure, fireEvent, within } from '@testing-library/react'
import type { CurrentUser } from '@throughline/contracts/auth'
import { WorkflowRefs } from '@throughline/contracts/workflows'
import { parse, validate } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import { useState } from 'react'
import { serve } from '../../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../../shared/testing/open-routes.tsx'
import { as, member, ORG, roles, team } from '../../../org/testing/open-people.tsx'
import { drawingOf, namesOf } from '../../model/drawing.ts'
import { editStep } from '../../model/edit-step.ts'
import { changeType, setTargets } from '../../model/edits.ts'
import { StepPanel } from '../step-panel.tsx'

// Asking of every ancestor whether it can be seen takes most of the time of such a large panel.
configure({ defaultHidden: true })

export const ana = member(1, 'Ana Sousa', 'manager')
export const ben = member(2, 'Ben Achterberg', 'member')
const accounting = team(1, 'Accounting')

export const vendor = { name: 'vendor', type: 'text', label: 'Vendor', required: true }
const amount = { name: 'amount', type: 'currency', label: 'Amount', required: true }
export const enter = {
  id: 'enter',
  type: 'manual',
  name: 'Enter invoice',
  assignee: { starter: true },
  fields: [vendor, amount],
}
export const board = {
  id: 'board',
  type: 'approval',
  name: 'Board',
  approvers: [{ person: ana.id }, { role: 'Manager' }, { role: 'Owner' }],
  rule: 2,
  order: 'at_once',
}
export const pay = { id: 'pay', type: 'manual', name: 'Pay', assignee: { starter: true }, fields: [], next: [] }

type Answers = Parameters<typeof serve>[0]

export const serveStep = (answers: Answers = {}, user: CurrentUser = as('owner')) =>
  serve({
    'GET /v1/auth/me/': { body: user },
    [`GET ${ORG}roles/`]: { body: roles },
    [`GET ${ORG}teams/?limit=200`]: { body: [accounting] },
    [`GET ${ORG}members/?limit=20`]: { body: [ana, ben] },
    ...answers,
  })

/** A document with these steps, in order; `next` of each is the following one unless it says otherwise. */
export function documentOf(steps: object[], more: object = {}): FlowDoc {
  const { doc } = parse({ name: 'Invoice approval', prefix: 'INV', type: 'sequential', steps, ...more })
  return doc
}

const NO_REFS = WorkflowRefs.parse({ people: [], teams: [], workflows: [], secrets: [] })

type Options = {
  readOnly?: boolean
  refs?: WorkflowRefs
  workflowId?: string
  saveForTest?: () => Promise<string | undefined>
}

/** The panel of one step over a document that takes every change, as in the builder. */
export async function openStep(doc: FlowDoc, id: string, options: Options = {}) {
  const { readOnly, refs = NO_REFS, workflowId, saveForTest } = options
  const seen: { doc: FlowDoc; what: string[]; refs: WorkflowRefs } = { doc, what: [], refs }
  function Builder() {
    const [now, setNow] = useState({ doc, refs })
    seen.doc = now.doc
    seen.refs = now.refs
    const names = namesOf(now.refs)
    const put = (change: (doc: FlowDoc) => FlowDoc) => setNow((before) => ({ ...before, doc: change(before.doc) }))
    const edits = readOnly
      ? {}
      : {
          onStep: (before: Step, after: Step, what: string) => {
            seen.what.push(what)
            put((now) => editStep(now, before, after))
          },
          onType: (type: Step['type']) => put((before) => changeType(before, id, type)),
          onTargets: (outcome: string, targets: string[]) => put((before) => setTargets(before, id, outcome, targets)),
          onRefs: (found: Partial<WorkflowRefs>) =>
            setNow((before) => ({
              ...before,
              refs: {
                people: [...before.refs.people, ...(found.people ?? [])],
                teams: [...before.refs.teams, ...(found.teams ?? [])],
                workflows: [...(found.workflows ?? []), ...before.refs.workflows],
                secrets: before.refs.secrets,
              },
            })),
        }
    return (
      <StepPanel
        {...edits}
        {...(saveForTest && { onSaveForTest: saveForTest })}
        workflowId={workflowId}
        doc={now.doc}
        drawing={drawingOf(now.doc, names)}
        id={id}
        problems={validate(now.doc)}
        names={names}
        refs={now.refs}
        onClose={() => undefined}
      />
    )
  }
  const page = openRoutes(createRootRoute({ component: Builder }), '/', () => undefined)
  const panel = within(await page.findByRole('complementary'))
  return {
    page,
    panel,
    step: () => seen.doc.steps[id],
    doc: () => seen.doc,
    what: () => seen.what,
    refs: () => seen.refs,
    type: (label: string, value: string) => fireEvent.change(panel.getByLabelText(label), { target: { value } }),
    /** Opens a list by its name and takes one of its choices. */
    pick: async (name: string, choice: string | RegExp) => {
      const box = await panel.findByRole('combobox', { name })
      if (box instanceof HTMLInputElement) fireEvent.mouseDown(box)
      fireEvent.click(box)
      const option = await page.findByRole('option', { name: choice })
      fireEvent.pointerDown(option)
      fireEvent.mouseUp(option)
      fireEvent.click(option)
    },
    open: (title: string) => {
      const head = panel.getByRole('button', { name: title })
      if (head.getAttribute('aria-expanded') === 'false') fireEvent.click(head)
    },
  }
}
