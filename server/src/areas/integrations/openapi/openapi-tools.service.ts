import type { Body } from '@throughline/contracts/endpoint'
import {
  type addOpenApiTool,
  type FoundTool,
  OPENAPI_LIMITS,
  type readOpenApiDocument,
} from '@throughline/contracts/openapi-tools'
import { isJsonObject } from '@throughline/flow/eval/json'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Egress } from '../../../core/egress/egress.ts'
import { EgressError } from '../../../core/egress/egress-error.ts'
import { invalid } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { isCallableAddress, NOT_CALLABLE } from '../callable-address.ts'
import { failureText } from '../connectors/failure-text.ts'
import { insertOpenApiTool } from '../tools.queries.ts'
import { keepTool } from '../tools.service.ts'
import type { FoundDocument, FoundOperation } from './found-document.ts'
import { documentRefused, readOpenApi } from './read-openapi.ts'

const TOO_LARGE = 'This document is larger than 2 MB.'

/** Once, without what any connection holds. */
async function fetchDocument(egress: Egress, address: string): Promise<string> {
  try {
    const headers = { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' }
    const { status, body } = await egress.fetch(address, { headers, maxBytes: OPENAPI_LIMITS.document })
    if (status !== 200) throw documentRefused(`The address answered ${status}.`)
    return body.toString('utf8')
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    throw documentRefused(error.reason === 'too_large' ? TOO_LARGE : failureText(error, address))
  }
}

const countOf = (schema: FoundOperation['input']): number =>
  isJsonObject(schema.properties) ? Object.keys(schema.properties).length : 0

const wireOf = ({ input, output, request, ...operation }: FoundOperation): FoundTool['operations'][number] => ({
  ...operation,
  method: request.method,
  path: request.path,
  inputs: countOf(input),
  outputs:
    output.type === 'array' ? 'list' : output.type === undefined || output.type === 'object' ? countOf(output) : 1,
})

/** What follows is added to it as a text. */
const isCallable = ({ config }: Context, server: string): boolean => {
  const url = URL.parse(server)
  return url !== null && url.search === '' && url.hash === '' && isCallableAddress(config, server)
}

/** Those that were chosen, if one tool can have them all. */
function chosenOf({ operations }: FoundDocument, names: readonly string[]): FoundOperation[] {
  const wanted = new Set(names)
  const chosen = operations.filter(({ name }) => wanted.has(name))
  if (chosen.length < wanted.size) throw invalid('The document doesn’t have all of these operations. Read it again.')
  const unusable = chosen.find(({ problem }) => problem !== null)
  if (unusable) throw invalid(`“${unusable.title}” can’t be added. ${unusable.problem}`)
  if (chosen.length > OPENAPI_LIMITS.chosen)
    throw invalid(`A tool can have up to ${OPENAPI_LIMITS.chosen} operations. Choose fewer.`)
  const length = chosen.reduce((sum, { input, output }) => sum + JSON.stringify([input, output]).length, 0)
  if (length > OPENAPI_LIMITS.schemas) throw invalid('These operations are too large for one tool. Choose fewer.')
  return chosen
}

type NewTool = Body<typeof addOpenApiTool>

/** Tools from OpenAPI documents. What a document says is read before the transaction opens. */
export function createOpenApiTools(egress: Egress) {
  const prepared = new WeakMap<NewTool, FoundDocument>()

  return {
    async read(ctx: Context, { document: given, address }: Body<typeof readOpenApiDocument>) {
      const document = given ?? (await fetchDocument(egress, address ?? ''))
      const size = Buffer.byteLength(document)
      if (size > OPENAPI_LIMITS.document) throw documentRefused(TOO_LARGE)
      const found = await readOpenApi(document, address)
      const { openapi, title, version, description } = found
      const servers = found.servers.filter((server) => isCallable(ctx, server))
      const sign_ins = found.sign_ins.map((one) => one.title)
      const operations = found.operations.map(wireOf)
      return { data: { openapi, title, version, description, size, servers, sign_ins, operations, document } }
    },

    async prepare(ctx: Context, body: NewTool): Promise<void> {
      if (!isCallable(ctx, body.server)) throw invalid(NOT_CALLABLE, [{ path: 'server', message: NOT_CALLABLE }])
      if (Buffer.byteLength(body.document) > OPENAPI_LIMITS.document) throw documentRefused(TOO_LARGE)
      prepared.set(body, await readOpenApi(body.document))
    },

    store: (ctx: Context, viewer: Viewer, body: NewTool) =>
      inTenant(ctx, viewer, (tx) => {
        const found = prepared.get(body)
        if (!found) throw new Error('a document was not read')
        const { name, short_description, is_paid, server, sign_in } = body
        const signIn = found.sign_ins[sign_in]
        if (!signIn) throw invalid('The document doesn’t have this way to sign in. Read it again.')
        const api_endpoint = server.replace(/\/+$/, '')
        const about = {
          name,
          short_description,
          is_paid,
          api_endpoint,
          created_by: viewer.memberId,
          description: found.description || short_description,
          categories: [...new Set(body.categories)],
          tool_url: found.website ?? new URL(server).origin,
          auth_required: signIn.credentials.length > 0,
          version: found.version || '1.0.0',
        }
        const operations = chosenOf(found, body.operations)
        return keepTool(tx, about, (id) =>
          insertOpenApiTool(tx.db, tx.tenantId, { ...about, id, sign_in: signIn.credentials, operations }),
        )
      }),
  }
}
