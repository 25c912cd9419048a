import { MemberId, type TenantId } from '@throughline/contracts/ids'
import { Json } from '@throughline/contracts/json'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant, readTenantOnce } from '../../../core/db/in-tenant.ts'
import type { Egress } from '../../../core/egress/egress.ts'
import { openForTenant } from '../../../core/keys/tenant-key.ts'
import {
  type Connector,
  findConnector,
  keptMisfit,
  NOT_PUBLIC,
  type OpenConnection,
  runTest,
  schemaMisfit,
  type TestStep,
  takePassedTest,
  withKept,
} from '../../integrations/integrations.public.ts'
import { type ConnectionTrial, type TrialAnswer, trialAad } from './connection-trial.ts'
import type { TestCallInput } from './test-call.activities.ts'
import { sealedTestCall } from './test-call.queries.ts'

const TIMEOUT = 20_000

const Configuration = z.record(z.string(), Json)
type Configuration = z.infer<typeof Configuration>

interface Trial {
  connector: Connector
  configuration: Configuration
  /** It is new, and can be taken. */
  isNew: boolean
  /** Of a connection that somebody has to sign in to anew, or of dots that may not be kept. */
  refusal?: string | undefined
}

const failed = (text: string): Omit<TrialAnswer, 'took'> => ({
  ok: false,
  steps: [],
  text,
  private_address: false,
  taken: false,
})

/** Tries what a tool is, or is to be, connected with, where secrets are opened; what is said of it has them masked. */
export function createMakeConnectionTest(ctx: Context, egress: Egress, connections: OpenConnection) {
  async function draftOf(tenantId: TenantId, input: TestCallInput): Promise<Configuration | undefined> {
    const found = await readTenantOnce(ctx, { tenantId }, ({ db }) => sealedTestCall(db, tenantId, input))
    if (!found?.sealed) return undefined
    const whole = await openForTenant(ctx, tenantId, found.sealed, trialAad(tenantId, input.id))
    return z.parse(Configuration, JSON.parse(whole.toString('utf8')))
  }

  async function trialOf(tenantId: TenantId, input: TestCallInput, given: ConnectionTrial): Promise<Trial | undefined> {
    const draft = await draftOf(tenantId, input)
    if (given.connection === null) {
      const connector = await readTenant(ctx, { tenantId }, ({ db }) => findConnector(db, tenantId, given.tool))
      return connector && draft && { connector, configuration: draft, isNew: true }
    }
    const opened = await connections.open(tenantId, given.tool, given.connection)
    if (!opened) return undefined
    const stored = opened.configuration.reveal()
    const configuration = draft ? withKept(draft, stored) : stored
    const refusal = (draft && keptMisfit(opened.connector.schema, draft, stored)) ?? opened.refusal?.text
    return { connector: opened.connector, configuration, isNew: draft !== undefined, refusal }
  }

  async function stepsOf({ connector, configuration }: Trial): Promise<TestStep[]> {
    const signal = AbortSignal.timeout(TIMEOUT)
    try {
      return (await runTest(connector, { egress, signal }, configuration)) ?? []
    } catch {
      const problem = 'There was no response in time. Try again.'
      return [{ text: `Call ${connector.name}`, ok: false, ms: TIMEOUT, problem }]
    }
  }

  return async (tenantId: TenantId, input: TestCallInput, given: ConnectionTrial) => {
    const trial = await trialOf(tenantId, input, given)
    if (!trial) return failed('This tool or connection is no longer there.')
    const { connector, configuration, isNew, refusal } = trial
    if (refusal !== undefined) return failed(refusal)
    // What is stored fitted when it was given, and has a token in it where somebody signed in.
    const misfit = isNew ? schemaMisfit(connector.schema, configuration) : undefined
    if (misfit !== undefined) return failed(misfit)
    const steps = (await stepsOf(trial)).map((step) => ({ ...step, problem: step.problem ?? null }))
    const ok = steps.every((step) => step.ok)
    const { connection: connectionId, take } = given
    const taken = ok && connectionId !== null && take && isNew
    if (ok && connectionId !== null && (taken || !isNew)) {
      const honoursKey = connector.recognizesKeys?.(configuration) ?? false
      const passed = { connectionId, ...(taken && { take: { configuration, honoursKey } }) }
      await inTenant(ctx, { tenantId, memberId: MemberId.parse(input.memberId) }, (tx) =>
        takePassedTest(ctx, tx, passed),
      )
    }
    const private_address = steps.some(({ problem }) => problem?.includes(NOT_PUBLIC))
    return { ok, steps, text: null, private_address, taken }
  }
}
