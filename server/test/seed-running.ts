import type { WorkflowId } from '@throughline/contracts/ids'
import { eachLimited } from '../src/core/each-limited.ts'
import { Case, type Tale, type Workspace } from './casework.ts'
import type { StoryWorkflows } from './seed-workflows.ts'
import { CLIENT_TALES, FILING_TALES } from './story-clients.ts'
import { CONTRACT_TALES } from './story-contracts.ts'
import { CLOSE_TALES, EXPENSE_TALES, INVOICE_TALES } from './story-money.ts'
import { JOINER_TALES, LEAVER_TALES } from './story-people.ts'

const AT_ONCE = 8

const startOf = ({ start }: Tale, { cast }: Workspace) => (typeof start === 'function' ? start(cast) : start)

/** Work of the firm in every state it can be in, done by its people through the product's own services. */
export async function seedRunning(place: Workspace, workflows: StoryWorkflows): Promise<number> {
  const tales: [WorkflowId, Tale[]][] = [
    [workflows.expenses, EXPENSE_TALES],
    [workflows.filing, FILING_TALES],
    [workflows.offboarding, LEAVER_TALES],
    [workflows.onboarding, JOINER_TALES],
    [workflows.close, CLOSE_TALES],
    [workflows.contracts, CONTRACT_TALES],
    [workflows.invoices, INVOICE_TALES],
    [workflows.clients, CLIENT_TALES],
  ]
  const begun: (() => Promise<void>)[] = []
  for (const [workflow, all] of tales) {
    for (const tale of all) {
      // One after the other, so that each has the same number whenever the story is told.
      const work = await Case.start(place, tale.who, workflow, tale.title, (await startOf(tale, place)) ?? {})
      begun.push(() => tale.goes(work))
    }
  }
  // Onboarding a client takes longest, so that it goes on first.
  await eachLimited(begun.toReversed(), AT_ONCE, (goOn) => goOn())
  return begun.length
}
