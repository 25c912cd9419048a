import { queryOptions } from '@tanstack/react-query'
import {
  changeConnection,
  getConnection,
  replaceConnection,
  testConfiguration,
  testConnection,
} from '@throughline/contracts/connection-acts'
import {
  addTool,
  type CatalogueTool,
  type Connection,
  connectTool,
  disconnectTool,
  listConnections,
  listTools,
} from '@throughline/contracts/connections'
import type { Body, Input } from '@throughline/contracts/endpoint'
import type { ConnectionId, ModelId, SecretId, ToolId } from '@throughline/contracts/ids'
import { addSecret, listSecrets, removeSecret, replaceSecret } from '@throughline/contracts/integrations'
import { chooseModel, connectModel, disconnectModel, listModels, testModel } from '@throughline/contracts/models'
import { addOpenApiTool, readOpenApiDocument } from '@throughline/contracts/openapi-tools'
import { api } from '../../shared/api.ts'
import { modelsKey, secretsKey, toolsKey } from './integrations.keys.ts'

/** All of them: a workspace has at most a hundred. */
export const secretsQuery = queryOptions({
  queryKey: secretsKey,
  queryFn: async ({ signal }) => (await api(listSecrets, undefined, { signal })).data,
})

export const secretCalls = {
  add: async (body: Body<typeof addSecret>) => (await api(addSecret, { body })).data,
  replace: async (secretId: SecretId, body: Body<typeof replaceSecret>) =>
    (await api(replaceSecret, { params: { secretId }, body })).data,
  remove: (secretId: SecretId) => api(removeSecret, { params: { secretId } }),
}

/** All of them: a workspace has at most twenty. */
export const modelsQuery = queryOptions({
  queryKey: modelsKey,
  queryFn: async ({ signal }) => (await api(listModels, undefined, { signal })).data,
})

export const modelCalls = {
  connect: async (body: Body<typeof connectModel>) => (await api(connectModel, { body })).data,
  choose: async (model_id: ModelId | null) => (await api(chooseModel, { body: { model_id } })).data,
  test: async (modelId: ModelId) => (await api(testModel, { params: { modelId } })).data,
  disconnect: (modelId: ModelId) => api(disconnectModel, { params: { modelId } }),
}

/** A tool with the connections that the viewer may use, their own first. */
export type ListedTool = CatalogueTool & { connections: Connection[] }

/** All of them: a workspace has at most two hundred. */
export const catalogueQuery = queryOptions({
  queryKey: toolsKey,
  queryFn: async ({ signal }): Promise<ListedTool[]> => {
    const [tools, connections] = await Promise.all([
      api(listTools, undefined, { signal }),
      api(listConnections, undefined, { signal }),
    ])
    const ownFirst = connections.data.toSorted((a, b) => Number(b.is_own) - Number(a.is_own))
    return tools.data.map((tool) => ({ ...tool, connections: ownFirst.filter(({ tool_id }) => tool_id === tool.id) }))
  },
})

export type ToolInput = Input<typeof addTool>['body']
export type ConnectionInput = Omit<Input<typeof connectTool>, 'params'>

/** A connection with its calls and the steps that use it. */
export const connectionQuery = (connectionId: ConnectionId) =>
  queryOptions({
    queryKey: [...toolsKey, 'one', connectionId],
    queryFn: async ({ signal }) => (await api(getConnection, { params: { connectionId } }, { signal })).data,
  })

export const toolCalls = {
  add: async (body: ToolInput) => (await api(addTool, { body })).data,
  connect: async (toolId: ToolId, input: ConnectionInput) =>
    (await api(connectTool, { params: { toolId }, ...input })).data,
  test: (toolId: ToolId, body: ConnectionInput['body']) => api(testConfiguration, { params: { toolId }, body }),
  testConnection: (connectionId: ConnectionId, body: Input<typeof testConnection>['body']) =>
    api(testConnection, { params: { connectionId }, body }),
  change: async (connectionId: ConnectionId, body: Body<typeof changeConnection>) =>
    (await api(changeConnection, { params: { connectionId }, body })).data,
  replace: async (connectionId: ConnectionId, connection_id: ConnectionId) =>
    (await api(replaceConnection, { params: { connectionId }, body: { connection_id } })).data,
  disconnect: (connectionOrToolId: ConnectionId) => api(disconnectTool, { params: { connectionOrToolId } }),
}

export const openApiCalls = {
  read: async (body: Body<typeof readOpenApiDocument>) => (await api(readOpenApiDocument, { body })).data,
  add: async (body: Input<typeof addOpenApiTool>['body']) => (await api(addOpenApiTool, { body })).data,
}
