import type { WorkflowId } from '../../../contracts/src/ids.ts'
import { makeOrganization, type Organization, publish, type Someone } from '../organization.ts'

export interface RunsWorld {
  tenantId: string
  workflowId: WorkflowId
  /** Each works through what is theirs; the first starts too. */
  people: Someone[]
}

interface Pairs {
  pairs: number
  document: (pair: number, starts: string, approves: string) => object
}

/** The first people of an organisation two by two (one enters, one approves), with a published workflow for each pair. */
export async function pairUp(origin: string, organization: Organization, { pairs, document }: Pairs) {
  const worlds: RunsWorld[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const [starts, approves] = organization.people.slice(pair * 2)
    if (!starts || !approves) throw new Error('there are too few people')
    const workflowId = await publish(origin, organization, document(pair, starts.memberId, approves.memberId))
    worlds.push({ tenantId: organization.tenantId, workflowId, people: [starts, approves] })
  }
  return worlds
}

export const namesOfPairs = (pairs: number) =>
  Array.from({ length: pairs }, (_, pair) => [`enters-${pair}`, `approves-${pair}`]).flat()

export const runsWorld = async (environment: NodeJS.ProcessEnv, origin: string, given: Pairs): Promise<RunsWorld[]> =>
  pairUp(origin, await makeOrganization(environment, origin, 'Crash', namesOfPairs(given.pairs)), given)
