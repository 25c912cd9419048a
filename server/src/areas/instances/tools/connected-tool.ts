import type { Egress } from '../../../core/egress/egress.ts'
import { type OpenConnection, operationNamed, refused, runOperation } from '../../integrations/integrations.public.ts'
import { isOwnId, type RunTool } from './tool.ts'

/** Calls an operation of a tool with what it was connected with. */
export const createConnectedTool =
  (egress: Egress, connections: OpenConnection): RunTool =>
  async ({ tenantId, own, parameters: input, key, marks, signal }) => {
    const connection = own?.connection
    if (!own || connection === undefined || !isOwnId(connection)) return refused('This step names no connection.')
    const opened = await connections.open(tenantId, own.toolId, connection)
    if (!opened) return refused('This connection was ended. Choose another for the step, or connect the tool again.')
    const { connector } = opened
    const operation = operationNamed(connector, own.operation)
    if (!operation) return refused('The tool no longer has this operation. Choose another for the step.')
    const configuration = opened.configuration.reveal()
    const call = { operation, input, configuration, key, ...(marks && { marks }) }
    return runOperation(connector, { egress, signal }, call)
  }
