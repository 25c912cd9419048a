import { createHash, randomUUID } from 'node:crypto'
import type { Json } from '@throughline/flow/eval'
import MailComposer from 'nodemailer/lib/mail-composer'
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

const SCOPE = 'https://www.googleapis.com/auth/'
const SCOPES = {
  send: `${SCOPE}gmail.send`,
  events: `${SCOPE}calendar.events`,
  sheets: `${SCOPE}spreadsheets`,
  files: `${SCOPE}drive.file`,
}

type Input = Record<string, Json>
type Prepared = { request: BearerRequest; results: (body: Json) => Record<string, Json> }

async function mail(input: Input): Promise<Prepared> {
  const composer = new MailComposer({
    to: addressesOf(input.to),
    subject: textOf(input.subject),
    text: textOf(input.text),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const raw = (await composer.compile().build()).toString('base64url')
  return {
    request: {
      method: 'POST',
      service: 'gmail',
      path: '/gmail/v1/users/me/messages/send',
      body: JSON.stringify({ raw }),
    },
    results: (body) => pick(body, { message_id: 'id' }),
  }
}

/** Google lets the caller name an event, in the digits of base32hex, and refuses a second one of that name. */
const eventIdOf = (key: string): string => createHash('sha256').update(key).digest('hex')

function event(input: Input, key: string): Prepared {
  const calendar = encodeURIComponent(textOf(input.calendar) || 'primary')
  const attendees = addressesOf(input.attendees).map((email) => ({ email }))
  const body = JSON.stringify({
    id: eventIdOf(key),
    summary: textOf(input.title),
    description: textOf(input.description),
    start: { dateTime: textOf(input.start) },
    end: { dateTime: textOf(input.end) },
    ...(attendees.length > 0 && { attendees }),
  })
  return {
    request: { method: 'POST', service: 'calendar', path: `/calendar/v3/calendars/${calendar}/events`, body },
    results: (answer) => pick(answer, { event_id: 'id', address: 'htmlLink' }),
  }
}

function row(input: Input): Prepared {
  const sheet = encodeURIComponent(textOf(input.spreadsheet_id))
  const range = encodeURIComponent(textOf(input.range))
  const path = `/v4/spreadsheets/${sheet}/values/${range}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`
  const values = Array.isArray(input.values) ? input.values : []
  return {
    request: { method: 'POST', service: 'sheets', path, body: JSON.stringify({ values: [values] }) },
    results: (body) => pick(body, { spreadsheet_id: 'spreadsheetId' }),
  }
}

function file(input: Input): Prepared {
  const boundary = randomUUID()
  const folder = textOf(input.folder_id)
  const about = JSON.stringify({ name: textOf(input.name), ...(folder !== '' && { parents: [folder] }) })
  const part = (type: string, content: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`
  const body = `${part('application/json; charset=UTF-8', about)}${part('text/plain; charset=UTF-8', textOf(input.content))}--${boundary}--`
  const type = `multipart/related; boundary=${boundary}`
  return {
    request: { method: 'POST', service: 'drive', path: '/upload/drive/v3/files?uploadType=multipart', body, type },
    results: (answer) => pick(answer, { file_id: 'id', name: 'name' }),
  }
}

const PREPARE: Record<string, (input: Input, key: string) => Prepared | Promise<Prepared>> = {
  send_email: mail,
  add_event: event,
  add_row: row,
  put_file: file,
}

const REPEATED = 'The event was there already, so it was added only once.'

async function call(reach: Reach, given: ConnectorCall): Promise<ToolAnswer> {
  const { operation, input, key } = given
  const prepared = await PREPARE[operation.name]?.(input, key)
  if (!prepared) return refused('The tool no longer has this operation.')
  const answer = await callAsPerson(reach, given, prepared.request)
  if ('code' in answer) return answer
  if (operation.name === 'add_event' && answer.status === 409)
    return { ok: true, output: { event_id: eventIdOf(key), address: '' }, note: REPEATED }
  if (!isSuccess(answer)) return failedConnection(answer)
  return doneWith(answer, prepared.results(jsonOrText(answer.text)))
}

export const googleWorkspace: Connector = {
  id: 'c0000101-0000-4000-8000-000000000000',
  name: 'Google Workspace',
  short_description: 'Gmail, Calendar, Sheets, and Drive for one account',
  description:
    'Sends email, adds calendar events, appends rows to a sheet, and puts files into Drive, in the name of the person who signed in.',
  categories: ['productivity'],
  tool_url: 'https://workspace.google.com/',
  is_paid: false,
  schema: NO_SCHEMA,
  signIn: {
    provider: 'Google',
    scopes: [
      { scope: SCOPES.files, text: 'Add files to Drive' },
      { scope: SCOPES.sheets, text: 'Read and change sheets' },
      { scope: SCOPES.events, text: 'See calendars and add events' },
      { scope: SCOPES.send, text: 'Send email as you' },
    ],
    always: ['openid', 'email'],
    parameters: { access_type: 'offline', prompt: 'consent' },
    settings: ['GOOGLE_TOOLS_CLIENT_ID', 'GOOGLE_TOOLS_CLIENT_SECRET'],
    registration: (config) =>
      registrationOf(config.GOOGLE_TOOLS_ISSUER, config.GOOGLE_TOOLS_CLIENT_ID, config.GOOGLE_TOOLS_CLIENT_SECRET),
    addresses: ({ GOOGLE_TOOLS_API: all }) => ({
      gmail: all ?? 'https://gmail.googleapis.com',
      calendar: all ?? 'https://www.googleapis.com',
      sheets: all ?? 'https://sheets.googleapis.com',
      drive: all ?? 'https://www.googleapis.com',
    }),
  },
  operations: [
    {
      name: 'put_file',
      title: 'Put a file',
      scopes: [SCOPES.files],
      repeat: 'once',
      input: textSchema({ name: 'Name', content: 'Content', folder_id: 'Folder ID' }, ['name', 'content']),
      output: resultsSchema({ file_id: 'File ID', name: 'Name' }),
    },
    {
      name: 'add_row',
      title: 'Add a row',
      scopes: [SCOPES.sheets],
      repeat: 'once',
      input: {
        type: 'object',
        properties: {
          spreadsheet_id: { type: 'string', title: 'Spreadsheet ID' },
          range: { type: 'string', title: 'Range', description: 'Such as Sheet1!A1.' },
          values: { type: 'array', title: 'Values' },
        },
        required: ['spreadsheet_id', 'range', 'values'],
        additionalProperties: false,
      },
      output: resultsSchema({ spreadsheet_id: 'Spreadsheet ID' }),
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
          description: 'Description',
          attendees: 'Attendees',
          calendar: 'Calendar ID',
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
      output: resultsSchema({ message_id: 'Message ID' }),
    },
  ],
  call,
}
