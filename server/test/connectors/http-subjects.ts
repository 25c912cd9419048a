import type { Connector } from '../../src/areas/integrations/connectors/connector.ts'
import { googleWorkspace } from '../../src/areas/integrations/connectors/google-workspace.ts'
import { http } from '../../src/areas/integrations/connectors/http.ts'
import { microsoft365 } from '../../src/areas/integrations/connectors/microsoft-365.ts'
import { openai } from '../../src/areas/integrations/connectors/openai.ts'
import { openApiConnector } from '../../src/areas/integrations/connectors/openapi-tool.ts'
import { s3 } from '../../src/areas/integrations/connectors/s3.ts'
import { slack } from '../../src/areas/integrations/connectors/slack.ts'
import { teams } from '../../src/areas/integrations/connectors/teams.ts'
import { connectorOfTool } from '../../src/areas/integrations/connectors/workspace-tool.ts'
import { readDocument } from '../../src/areas/integrations/openapi/read-document.ts'
import { addressed } from '../../src/areas/integrations/sign-in/open-sign-in.ts'
import { readConfig } from '../../src/core/config.ts'
import { sampleTool, TOOL_DEFAULTS } from '../endpoint-samples.ts'
import { type Arrived, type Place, type Reply, SECRET, type Shape, type Subject, serveHttp } from './subject.ts'

const json = (status: number, value: unknown): Reply => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})
const problem = (status: number, message: string) => json(status, { message })
const originOf = ({ scheme, host, port }: Omit<Place, 'keys'>) => `${scheme}://${host}:${port}`

/** Lets in who has the key. */
const behindKey = (good: (arrived: Arrived) => Reply, refusal: Reply) => (arrived: Arrived) =>
  arrived.headers.authorization === `Bearer ${SECRET}` ? good(arrived) : refusal

const httpShape: Shape = {
  good: behindKey(() => json(200, { name: 'Acme' }), problem(401, 'Who are you?')),
  problem,
  echo: (text) => json(200, { name: text }),
  wrong_schema: json(200, { name: 7 }),
}

const httpSubject: Subject = {
  connector: http,
  operation: 'request',
  input: () => ({ method: 'POST', path: 'companies', body: { id: 7 } }),
  configuration: (at, secret = SECRET) => ({ base_address: `${originOf(at)}/v1`, token: secret }),
  serve: (behaviour) => serveHttp(behaviour, httpShape),
  output: { status: 200, body: { name: 'Acme' } },
  without: { wrong_schema: 'What any web API answers is not known here.' },
}

const schema = { type: 'object', properties: { name: { type: 'string' } } }
const ownTool = (api_endpoint: string) =>
  connectorOfTool({
    ...sampleTool(),
    ...TOOL_DEFAULTS,
    id: 'own',
    api_endpoint,
    kind: 'endpoint',
    sign_in: [],
    operations: [
      { name: 'call', title: 'Call', input_schema: schema, output_schema: schema, repeat: 'once', request: null },
    ],
  })
const ownSubject: Subject = {
  connector: ownTool(''),
  at: (place) => ownTool(`${originOf(place)}/lookup`),
  operation: 'call',
  input: () => ({ name: 'acme' }),
  configuration: (_at, secret = SECRET) => ({ metadata: secret }),
  serve: (behaviour) => serveHttp(behaviour, httpShape),
  output: { name: 'Acme' },
  without: {
    test: 'A workspace’s own tool has no call that does nothing.',
    test_refused: 'A workspace’s own tool has no call that does nothing.',
  },
}

const companies = readDocument(
  JSON.stringify({
    openapi: '3.1.0',
    security: [{ token: [] }],
    paths: {
      '/companies': {
        post: {
          operationId: 'create',
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 200: { content: { 'application/json': { schema } } } },
        },
        get: { operationId: 'list' },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }),
)
const documentTool = (api_endpoint: string) =>
  openApiConnector({
    id: 'openapi',
    name: 'OpenAPI',
    short_description: '',
    description: '',
    categories: [],
    tool_url: '',
    auth_required: true,
    is_paid: false,
    version: '1.0.0',
    api_endpoint,
    kind: 'openapi',
    sign_in: companies.sign_ins[0]?.credentials ?? [],
    operations: companies.operations.map(({ input, output, ...one }) => ({
      ...one,
      input_schema: input,
      output_schema: output,
    })),
  })
const openApiSubject: Subject = {
  connector: documentTool(''),
  at: (place) => documentTool(`${originOf(place)}/v1`),
  operation: 'create',
  input: () => ({ name: 'acme' }),
  configuration: (_at, secret = SECRET) => ({ token: secret }),
  serve: (behaviour) => serveHttp(behaviour, httpShape),
  output: { name: 'Acme' },
}

const slackShape: Shape = {
  good: behindKey(
    () => json(200, { ok: true, channel: 'C1', ts: '17.5' }),
    json(200, { ok: false, error: 'invalid_auth' }),
  ),
  problem: (status, text) => (status === 422 ? json(200, { ok: false, error: text }) : problem(status, text)),
  echo: (text) => json(200, { ok: true, channel: text, ts: '1' }),
}
const slackSubject: Subject = {
  connector: slack,
  operation: 'post_message',
  input: () => ({ channel: 'C1', text: 'Hello' }),
  configuration: (at, secret = SECRET) => ({ base_address: originOf(at), token: secret }),
  serve: (behaviour) => serveHttp(behaviour, slackShape),
  output: { channel: 'C1', ts: '17.5' },
  without: { wrong_schema: 'Its results are texts that we take out of the answer.' },
}

/** The secret of a webhook is its address. */
const hookShape: Shape = {
  good: ({ path, body }) =>
    path !== `/${SECRET}` ? problem(404, 'No such webhook') : body === '{}' ? problem(400, 'Empty') : json(202, 1),
  problem,
}
const RESULT_IS_STATUS = 'A webhook gives back nothing but its status.'
const teamsSubject: Subject = {
  connector: teams,
  operation: 'post_message',
  input: () => ({ title: 'News', text: 'Hello' }),
  configuration: (at, secret = SECRET) => ({ webhook_url: `${originOf(at)}/${secret}` }),
  serve: (behaviour) => serveHttp(behaviour, hookShape),
  output: { status: 202 },
  without: { wrong_schema: RESULT_IS_STATUS, echo: RESULT_IS_STATUS },
}
const slackHookSubject: Subject = {
  connector: { ...slack, name: 'Slack by webhook' },
  operation: 'post_message',
  input: () => ({ text: 'Hello' }),
  configuration: (at, secret = SECRET) => ({ webhook_url: `${originOf(at)}/${secret}` }),
  serve: (behaviour) => serveHttp(behaviour, hookShape),
  output: { channel: '', ts: '' },
  without: { wrong_schema: RESULT_IS_STATUS, echo: RESULT_IS_STATUS },
}

const completion = (content: string) =>
  json(200, {
    model: 'small',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 9, completion_tokens: 3 },
  })
const modelShape: Shape = {
  good: behindKey(
    ({ path }) => (path.endsWith('/models') ? json(200, { data: [{ id: 'small' }] }) : completion('{"total":12}')),
    problem(401, 'Incorrect API key'),
  ),
  problem: (status, text) => json(status, { error: { message: text } }),
  echo: (text) => completion(JSON.stringify({ total: 12, text })),
  wrong_schema: completion('{"total":"twelve"}'),
  // Asking a model has no effect, so it carries no key.
  keyOf: ({ body }) => body,
}
const openaiSubject: Subject = {
  connector: openai,
  operation: 'complete',
  input: () => ({
    instructions: 'Read the total.',
    prompt: 'Total: 12',
    schema: { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] },
  }),
  configuration: (at, secret = SECRET) => ({ base_address: `${originOf(at)}/v1`, api_key: secret, model: 'small' }),
  serve: (behaviour) => serveHttp(behaviour, modelShape),
  output: {
    text: '{"total":12}',
    json: { total: 12 },
    model: 'small',
    finish_reason: 'stop',
    input_tokens: 9,
    output_tokens: 3,
  },
  without: { slow: 'A model may think for minutes; the time of the step ends it, as in “stopped”.' },
}

const config = readConfig()
const store = new URL(config.S3_ENDPOINT)
const xml = (status: number, message: string) => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${status === 429 ? 'SlowDown' : 'NoSuchThing'}</Code><Message>${message}</Message></Error>`,
  headers: { 'content-type': 'application/xml' },
})
const s3Shape: Shape = {
  good: () => xml(500, 'the real one is asked for what goes well'),
  problem: xml,
}
const s3Secret = config.S3_SECRET_KEY.reveal()
export const S3_KEY = `connectors/${crypto.randomUUID()}.txt`
const s3Subject: Subject = {
  connector: s3,
  operation: 'put',
  input: () => ({ key: S3_KEY, content: 'Hello', content_type: 'text/plain' }),
  configuration: (at, secret = SECRET) => ({
    endpoint: originOf(at),
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    access_key_id: config.S3_ACCESS_KEY.reveal(),
    // The store of this machine knows its own key alone.
    secret_access_key: at.port === Number(store.port) && secret === SECRET ? s3Secret : secret,
  }),
  serve: async (behaviour) =>
    behaviour === 'good'
      ? { host: store.hostname, port: Number(store.port), scheme: 'http', keys: [] }
      : serveHttp(behaviour, s3Shape),
  output: { key: S3_KEY, bytes: 5 },
  without: {
    hostile: 'Of what a store answers to a file, only its headers count.',
    no_protocol: 'Of what a store answers to a file, only its headers count.',
    wrong_schema: 'Its results are made from headers.',
    repeat: 'A file put again stands where it stood, as the real store shows below.',
    empty: 'An empty answer is what a store gives.',
    echo: 'Its results are made from what was sent.',
    oversize: 'Of what a store answers to a file, only its headers count; reading one is tried below.',
  },
}

const eventShape: Shape = {
  good: behindKey(() => json(200, { id: 'e1', htmlLink: 'there', webLink: 'there' }), problem(401, 'Invalid token')),
  problem: (status, text) => json(status, { error: { message: text } }),
  echo: (text) => json(200, { id: text }),
  // By which the service recognizes an event that it has.
  keyOf: ({ body }) => {
    const { id, transactionId } = JSON.parse(body)
    return id ?? transactionId
  },
}
const TESTED_BY_SIGN_IN = 'It is tested as part of signing in.'
const eventSubject = (connector: Connector, services: readonly string[]): Subject => ({
  connector,
  at: (place) => addressed(connector, Object.fromEntries(services.map((service) => [service, originOf(place)]))),
  operation: 'add_event',
  input: () => ({ title: 'Handover', start: '2026-11-18T10:00:00Z', end: '2026-11-18T10:30:00Z' }),
  configuration: (_at, secret = SECRET) => ({ access_token: secret }),
  serve: (behaviour) => serveHttp(behaviour, eventShape),
  output: { event_id: 'e1', address: 'there' },
  without: {
    wrong_schema: 'Its results are texts that we take out of the answer.',
    test: TESTED_BY_SIGN_IN,
    test_refused: TESTED_BY_SIGN_IN,
  },
})

export const HTTP_SUBJECTS: readonly Subject[] = [
  httpSubject,
  ownSubject,
  openApiSubject,
  slackSubject,
  slackHookSubject,
  teamsSubject,
  openaiSubject,
  eventSubject(googleWorkspace, ['calendar']),
  eventSubject(microsoft365, ['graph']),
  s3Subject,
]
