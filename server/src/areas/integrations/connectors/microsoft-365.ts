import type { Json } from '@throughline/flow/eval'
import { registrationOf } from '../sign-in/sign-in.ts'
import {
  addressesOf,
  type BearerRequest,
  callAsPerson,
  NO_SCHEMA,
  pick,
  resultsSchema,
  textOf,
  textSchema,
} from './bearer-call.ts'
import type { Connector, ConnectorCall, Reach } from './connector.ts'
import { doneWith, failedConnection, isSuccess, jsonOrText } from './http-call.ts'
import { refused, type ToolAnswer } from './tool-answer.ts'

const SCOPES = { send: 'Mail.Send', events: 'Calendars.ReadWrite', files: 'Files.ReadWrite' }

type Input = Record<string, Json>
type Prepared = { request: BearerRequest; results: (body: Json) => Record<string, Json> }

const person = (address: string) => ({ emailAddress: { address } })
const toGraph = (method: BearerRequest['method'], path: string, body: string): BearerRequest => ({
  method,
  service: 'graph',
  path: `/v1.0/me${path}`,
  body,
})

function mail(input: Input): Prepared {
  const message = {
    subject: textOf(input.subject),
    body: { contentType: 'Text', content: textOf(input.text) },
    toRecipients: addressesOf(input.to).map(person),
  }
  return { request: toGraph('POST', '/sendMail', JSON.stringify({ message })), results: () => ({}) }
}

/** Graph recognises a repeated event by its transactionId. */
function event(input: Input, key: string): Prepared {
  const timeZone = textOf(input.time_zone) || 'UTC'
  const attendees = addressesOf(input.attendees).map(person)
  const body = {
    transactionId: key,
    subject: textOf(input.title),
    body: { contentType: 'Text', content: textOf(input.description) },
    start: { dateTime: textOf(input.start), timeZone },
    end: { dateTime: textOf(input.end), timeZone },
    ...(attendees.length > 0 && { attendees }),
  }
  return {
    request: toGraph('POST', '/events', JSON.stringify(body)),
    results: (answer) => pick(answer, { event_id: 'id', address: 'webLink' }),
  }
}

/** Below the person's own root: a path that leads out of it is none. */
function file(input: Input): Prepared | undefined {
  const parts = textOf(input.path)
    .split('/')
    .filter((part) => part !== '')
  if (parts.length === 0 || parts.some((part) => part === '.' || part === '..')) return undefined
  const path = `/drive/root:/${parts.map(encodeURIComponent).join('/')}:/content`
  return {
    request: { ...toGraph('PUT', path, textOf(input.content)), type: 'text/plain; charset=utf-8' },
    results: (answer) => pick(answer, { file_id: 'id', name: 'name', address: 'webUrl' }),
  }
}

const PREPARE: Record<string, (input: Input, key: string) => Prepared | undefined> = {
  send_email: mail,
  add_event: event,
  put_file: file,
}

async function call(reach: Reach, given: ConnectorCall): Promise<ToolAnswer> {
  const prepared = PREPARE[given.operation.name]?.(given.input, given.key)
  if (!prepared) return refused('Enter a path to a file, such as Reports/June.csv.')
  const answer = await callAsPerson(reach, given, prepared.request)
  if ('code' in answer) return answer
  if (!isSuccess(answer)) return failedConnection(answer)
  return doneWith(answer, prepared.results(jsonOrText(answer.text)))
}

export const microsoft365: Connector = {
  id: 'c0000102-0000-4000-8000-000000000000',
  name: 'Microsoft 365',
  short_description: 'Outlook mail, calendar, and OneDrive for one account',
  description:
    'Sends email, adds calendar events, and puts files into OneDrive, in the name of the person who signed in.',
  categories: ['productivity'],
  tool_url: 'https://www.microsoft.com/microsoft-365',
  is_paid: false,
  schema: NO_SCHEMA,
  signIn: {
    provider: 'Microsoft',
    scopes: [
      { scope: SCOPES.files, text: 'See and add files in OneDrive' },
      { scope: SCOPES.events, text: 'See calendars and add events' },
      { scope: SCOPES.send, text: 'Send email as you' },
    ],
    always: ['openid', 'email', 'offline_access'],
    parameters: { prompt: 'consent' },
    settings: ['MICROSOFT_TOOLS_CLIENT_ID', 'MICROSOFT_TOOLS_CLIENT_SECRET'],
    registration: (config) =>
      registrationOf(
        config.MICROSOFT_TOOLS_ISSUER,
        config.MICROSOFT_TOOLS_CLIENT_ID,
        config.MICROSOFT_TOOLS_CLIENT_SECRET,
      ),
    addresses: ({ MICROSOFT_TOOLS_API }) => ({ graph: MICROSOFT_TOOLS_API }),
  },
  operations: [
    {
      name: 'put_file',
      title: 'Put a file',
      scopes: [SCOPES.files],
      // The same content at the same path is the same file.
      repeat: 'keyed',
      input: textSchema({ path: 'Path', content: 'Content' }, ['path', 'content']),
      output: resultsSchema({ file_id: 'File ID', name: 'Name', address: 'Address' }),
    },
    {
      name: 'add_event',
      title: 'Add an event',
      scopes: [SCOPES.events],
      repeat: 'keyed',
      input: textSchema(
        {
          title: 'Title',
          start: 'Start',
          end: 'End',
          time_zone: 'Time zone',
          description: 'Description',
          attendees: 'Attendees',
        },
        ['title', 'start', 'end'],
      ),
      output: resultsSchema({ event_id: 'Event ID', address: 'Address' }),
    },
    {
      name: 'send_email',
      title: 'Send an email',
      scopes: [SCOPES.send],
      repeat: 'once',
      input: textSchema({ to: 'To', subject: 'Subject', text: 'Text' }, ['to', 'subject', 'text']),
      output: resultsSchema({}),
    },
  ],
  call,
}
