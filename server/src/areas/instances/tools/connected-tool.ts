import type { Json } from '@throughline/flow/eval'
import type { Egress } from '../../../core/egress/egress.ts'
import {
  notGranted,
  type OpenConnection,
  operationNamed,
  refused,
  runOperation,
} from '../../integrations/integrations.public.ts'
import { isOwnId, type RunTool } from './tool.ts'

/** Calls an operation of a tool with what it was connected with. */
export const createConnectedTool =
  (egress: Egress, connections: OpenConnection): RunTool =>
  async ({ tenantId, own, parameters: input, key, marks, signal, timeoutMs = 0 }) => {
    const connection = own?.connection
    if (!own || connection === undefined || !isOwnId(connection)) return refused('This step names no connection.')
    const opened = await connections.open(tenantId, own.toolId, connection)
    if (!opened) return refused('This connection was ended. Choose another for the step, or connect the tool again.')
    const { connector } = opened
    const operation = operationNamed(connector, own.operation)
    if (!operation) return refused('The tool no longer has this operation. Choose another for the step.')
    if (opened.refusal) return opened.refusal
    const off = opened.granted && notGranted(connector, operation, opened.granted)
    if (off !== undefined) return refused(`${off} Reconnect to allow it.`)
    const call = { operation, input, key, ...(marks && { marks }) }
    const callWith = (configuration: Record<string, Json>) =>
      runOperation(connector, { egress: egress.withTimeout(timeoutMs), signal }, { ...call, configuration })
    const answer = await callWith(opened.configuration.reveal())
    const isRefused = !answer.ok && answer.code === 'signed_out'
    // What a sign-in was refused for, nothing was done of: providers end tokens early, and a new one may work.
    if (isRefused && opened.renew) {
      const renewed = await opened.renew()
      return 'refusal' in renewed ? renewed.refusal : await callWith(renewed.configuration.reveal())
    }
    if (!opened.previous) return answer
    if (isRefused || answer.ok) await connections.noteNewest(tenantId, connection, answer.ok)
    // While both are kept nothing stops: what the newest was refused for, nothing was done of.
    return isRefused ? await callWith(opened.previous.reveal()) : answer
  }
