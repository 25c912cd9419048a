/** What other areas may use of this one. */

export { connectionsFor } from './connections.queries.ts'
export { operationNamed } from './connectors/connector.ts'
export {
  callHttp,
  doneWith,
  failedStatus,
  type HttpRequest,
  isSuccess,
  jsonOrText,
} from './connectors/http-call.ts'
export { createMask, mapTexts } from './connectors/mask-secrets.ts'
export { runOperation, withoutCause } from './connectors/run-operation.ts'
export { refused, type ToolAnswer } from './connectors/tool-answer.ts'
export { createOpenConnection, type OpenConnection } from './open-connection.service.ts'
export type { OpenedSecret, OpenSecrets } from './open-secrets.service.ts'
export { repeatOf } from './repeat.service.ts'
